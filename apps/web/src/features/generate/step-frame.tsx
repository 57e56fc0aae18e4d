import { useEffect, useRef, type ReactNode } from 'react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { WIZARD_STEPS, isStepComplete } from '@printroom/contract/wizard'
import { Button } from '~/components/button.tsx'
import { Card } from '~/components/card.tsx'
import { Progress } from '~/components/progress.tsx'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { cn } from '~/lib/cn.ts'

const TITLES = ['Choose Design', 'Product Type', 'Color & Style', 'Background & Model', 'Design Settings', 'Generate']

type StepFrameProps = { wizard: Wizard; isWide: boolean; isLast: boolean; isLoading: boolean; children: ReactNode }

export function StepFrame({ wizard, isWide, isLast, isLoading, children }: StepFrameProps) {
  const { step, choices, goTo } = wizard
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)

  // A new step is read out, and the keyboard starts at its top.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus({ preventScroll: true })
  }, [step])

  return (
    <Card className={cn('lg:order-first', isWide && 'lg:col-span-2')}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="font-display text-xl font-medium rounded-sm">
          {TITLES[step - 1]}
        </h2>
        <p className="text-sm whitespace-nowrap text-pencil tabular-nums">
          Step {step} of {WIZARD_STEPS}
        </p>
      </div>
      <Progress
        value={Math.round((step / WIZARD_STEPS) * 100)}
        label={`Step ${step} of ${WIZARD_STEPS}`}
        className="mt-3 mb-6"
      />
      {children}
      {/* In reach wherever the choices are scrolled to. It comes with them: below what grows it would move away under a hand. */}
      {!isLoading && (
        <div
          data-foot={!isLast || undefined}
          className={cn(
            '-mx-5 mt-8 -mb-5 flex items-center justify-between gap-3 rounded-b-lg border-t bg-sheet px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-6 sm:px-6',
            !isLast && 'sticky bottom-0 z-10',
          )}
        >
          <Button variant="secondary" disabled={step === 1} onClick={() => goTo(step - 1)}>
            <ArrowLeft /> Previous
          </Button>
          {!isLast && (
            <Button disabled={!isStepComplete(step, choices)} onClick={() => goTo(step + 1)}>
              Next <ArrowRight />
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
