import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { SampleButton } from '~/features/designs/sample-button.tsx'

const STEPS = [
  { to: '/designs', page: 'Designs', text: 'Upload a PNG of your design on' },
  { to: '/generate', page: 'Generate', text: 'Choose a product and generate your first picture on' },
  { to: '/mockups', page: 'My Mockups', text: 'Download what you like from' },
] as const

export const GettingStarted = () => (
  <Card className="mt-4">
    <CardTitle>Getting Started</CardTitle>
    <CardNote>Three steps to the first picture for your listing.</CardNote>
    <ol className="mt-5 grid gap-5 lg:grid-cols-3">
      {STEPS.map(({ to, page, text }, at) => (
        <li key={to} className="flex gap-3">
          <span className="font-display text-3xl leading-none font-medium text-cyan tabular-nums">{at + 1}</span>
          <p>
            {text}{' '}
            <Link to={to} className="font-medium text-cyan underline-offset-4 hover:underline">
              {page}
            </Link>
            .
          </p>
        </li>
      ))}
    </ol>
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
      <p className="mr-auto text-sm text-pencil">No design at hand? Start with ours.</p>
      <Button asChild variant="ghost">
        <Link to="/examples">See examples</Link>
      </Button>
      <SampleButton />
    </div>
  </Card>
)
