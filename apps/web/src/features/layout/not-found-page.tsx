import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { Wordmark } from '~/components/wordmark.tsx'

export function NotFoundPage() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-svh place-items-center px-4 py-16 text-center">
      <title>Page Not Found · Printroom</title>
      <div>
        <Link to="/" aria-label="Printroom, to the home page" className="mb-10 inline-flex rounded-md">
          <Wordmark />
        </Link>
        <p className="font-display text-6xl font-medium text-pencil tabular-nums">404</p>
        <h1 className="mt-3 font-display text-3xl font-medium">Page Not Found</h1>
        <p className="mx-auto mt-2 max-w-[42ch] text-pencil">
          There is no page at this address. Your designs and mockups are where you left them.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-2">
          <Button asChild>
            <Link to="/">Go to the home page</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/mockups">My Mockups</Link>
          </Button>
        </div>
      </div>
    </main>
  )
}
