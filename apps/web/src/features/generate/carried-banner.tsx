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
    text: 'Choose a design; everything else is set as in your mockup.',
  },
}

type CarriedBannerProps = { banner: Banner; hasDesign: boolean; onDismiss: () => void }

/** What was carried over from a mockup, until it is used. */
export function CarriedBanner({ banner, hasDesign, onDismiss }: CarriedBannerProps) {
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
      {hasDesign ? 'The settings of your mockup are in place. Change what you like.' : text}
    </Alert>
  )
}
