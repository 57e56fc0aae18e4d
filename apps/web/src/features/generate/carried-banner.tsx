import { Copy, RefreshCw, X } from 'lucide-react'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import type { Banner } from '~/features/generate/wizard-state.ts'

const WORDS = {
  copied: {
    icon: <Copy />,
    title: 'Settings Copied',
    text: 'Choose a design; everything else is set as in the mockup you copied.',
  },
  regenerating: {
    icon: <RefreshCw />,
    title: 'Regenerating Mockup',
    text: 'The settings of your mockup are in place. Change what you like.',
  },
}

export function CarriedBanner({ banner, onDismiss }: { banner: Banner; onDismiss: () => void }) {
  const { icon, title, text } = WORDS[banner]
  return (
    <Alert
      icon={icon}
      title={title}
      className="mb-6"
      action={
        <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={onDismiss}>
          <X />
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
