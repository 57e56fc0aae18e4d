import { useId, useState } from 'react'
import { Palette } from 'lucide-react'
import { labelOf, type BaseModel, type Product } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { ChoiceCard, ChoiceGroup } from '~/components/choice-card.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { Picture } from '~/components/picture.tsx'
import { Progress } from '~/components/progress.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { ColourGrid } from '~/features/catalogue/colour-grid.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { progressText } from '~/features/generate/progress-text.ts'
import { TooFewCredits } from '~/features/generate/too-few-credits.tsx'
import { ColourBadge } from '~/features/mockups/colour-badge.tsx'
import { useColourVariations, type Method } from '~/features/mockups/use-colour-variations.tsx'
import { countOf, formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

const METHODS: Record<Method, [title: string, note: string]> = {
  recolour: ['Quick recolor', 'The same shot; only the color changes'],
  fresh: ['New shot', 'A fresh picture for each color'],
}

/** Method first, then colours, then generate; one credit a colour. */
export function ColourVariationsDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const { data: user } = trpc.user.get.useQuery()
  const [method, setMethod] = useState<Method | null>(null)
  const { chosen, toggle, generate, isPending, underWay, question } = useColourVariations(mockup, onClose)
  const colours = coloursFor(mockup.product as Product, mockup.product_model as BaseModel | null)
  const others = colours.filter(({ value }) => value !== mockup.colour)
  const credits = user?.credits ?? 0
  const isTooMuch = user !== undefined && !isPending && chosen.length * CREDITS_PER_MOCKUP > credits
  const reason = useId()
  return (
    <Dialog open onOpenChange={() => !isPending && onClose()}>
      <DialogContent
        title="Color Variations"
        className="max-w-2xl"
        footer={
          <>
            <div className="mr-auto">
              {isTooMuch ? (
                <TooFewCredits
                  id={reason}
                  credits={credits}
                  enoughFor={`${formatNumber(credits / CREDITS_PER_MOCKUP)} of ${countOf(chosen.length, 'color')}`}
                />
              ) : (
                <p className="text-sm text-pencil tabular-nums">
                  {countOf(chosen.length, 'color')} · {countOf(chosen.length, 'credit')} of your {formatNumber(credits)}
                </p>
              )}
            </div>
            <Button
              disabled={!method || chosen.length === 0 || isPending}
              {...(isTooMuch && { isRefused: true, 'aria-describedby': reason })}
              onClick={() => method && void generate(method, credits)}
            >
              {isPending ? <Spinner /> : <Palette />}
              {isPending ? GENERATION.generating(chosen.length) : 'Generate'}
            </Button>
          </>
        }
      >
        <div className="flex items-center gap-4 rounded-lg bg-shade/60 p-3">
          <Picture src={mockup.thumbnail_url} alt="Current mockup" className="w-20 shrink-0" />
          <div className="min-w-0 text-sm">
            <p className="text-[13px] text-pencil">Current mockup</p>
            <p className="truncate font-medium">
              {labelOf(mockup.product)}, {labelOf(mockup.model_style)}
            </p>
            <ColourBadge colour={mockup.colour} className="mt-1" />
          </div>
        </div>
        {underWay.length > 0 && (
          <section aria-label="Colors in the making" className="mt-4 rounded-lg border p-3">
            <h3 className="mb-2 text-sm font-medium">In the making</h3>
            <ul className="grid gap-2.5 sm:grid-cols-2">
              {underWay.map((generation) => (
                <li key={generation.id} className="min-w-0 text-[13px]">
                  <p className="flex justify-between gap-3">
                    <span className="truncate font-medium">{colourName(generation.colour).label}</span>
                    <span className="whitespace-nowrap text-pencil tabular-nums">{progressText(generation)}</span>
                  </p>
                  <Progress
                    value={generation.progress}
                    label={`${colourName(generation.colour).label}: ${progressText(generation)}`}
                    className="mt-1.5"
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <h3 className="mt-5 mb-2 text-[15px] font-semibold">Method</h3>
        <ChoiceGroup
          label="Method"
          value={method}
          onChange={(value) => setMethod(value as Method)}
          className="sm:grid-cols-2"
        >
          {(Object.keys(METHODS) as Method[]).map((each) => (
            <ChoiceCard key={each} value={each} className="px-4 py-3">
              <span className="block text-sm font-medium">{METHODS[each][0]}</span>
              <span className="block text-[13px] text-pencil">{METHODS[each][1]}</span>
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        {method && (
          <>
            <h3 className="mt-5 mb-2 text-[15px] font-semibold">Colors</h3>
            <ColourGrid colours={others} chosen={chosen} onToggle={toggle} isMultiple />
          </>
        )}
        {question}
      </DialogContent>
    </Dialog>
  )
}
