import { useEffect, useId, useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import { CREDITS_PER_MOCKUP, VARIATION_OPTIONS } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { CreditWarning } from '~/features/generate/credit-warning.tsx'
import { DebugPanel } from '~/features/generate/debug-panel.tsx'
import type { Variation } from '~/features/generate/run.ts'
import { requestOf } from '~/features/generate/request-of.ts'
import { Summary } from '~/features/generate/summary.tsx'
import { tellOutcome } from '~/features/generate/tell-outcome.ts'
import { TooFewCredits } from '~/features/generate/too-few-credits.tsx'
import { useAskAgain } from '~/features/generate/use-ask-again.tsx'
import { useWizardRun } from '~/features/generate/use-wizard-run.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { VariationPicker } from '~/features/generate/variation-picker.tsx'
import { VariationTiles } from '~/features/generate/variation-tiles.tsx'
import { countOf, formatNumber } from '~/lib/format.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { trpc } from '~/lib/trpc.ts'

export function StepGenerate({ wizard }: { wizard: Wizard }) {
  const navigate = useNavigate()
  const { data: user } = trpc.user.get.useQuery()
  const { count, setCount } = wizard
  const request = requestOf(wizard.choices)
  const { run, underWay, generate } = useWizardRun(request)
  const { ask, isAsking, question } = useAskAgain()
  const credits = user?.credits ?? 0
  const isHere = useIsHere()
  // What was ordered before the page was left is shown, and keeps nobody from ordering more.
  const isGenerating = run !== null && !run.isOver && !run.isResumed
  const variations = run && !run.isOver ? run.variations : []
  const isTooMuch = !isGenerating && count * CREDITS_PER_MOCKUP > credits
  const affordable = VARIATION_OPTIONS.findLast((option) => option * CREDITS_PER_MOCKUP <= credits)
  const reason = useId()

  async function start(): Promise<void> {
    if (!request || isGenerating) return
    const needed = count * CREDITS_PER_MOCKUP
    if (needed > credits) return void addInsufficientToast(GENERATION.insufficient(needed, credits))
    if (!(await ask(Array.from({ length: count }, () => request)))) return
    // What was carried over is used.
    wizard.dismissBanner()
    const made = await generate(request, count)
    const isSomethingMade = tellOutcome('wizard', made, isHere.current)
    if (isSomethingMade && isHere.current) await navigate({ to: '/mockups', search: onlyKnown(made) })
  }

  return (
    <div className="space-y-6">
      <Summary wizard={wizard} />
      {user && <CreditWarning credits={credits} isPastDue={user.subscription_status === 'past_due'} />}
      {user && (isGenerating || credits >= CREDITS_PER_MOCKUP) && (
        <>
          <VariationPicker value={count} isDisabled={isGenerating} onChange={setCount} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button
              size="lg"
              disabled={isGenerating || isAsking || !request}
              {...(isTooMuch && { isRefused: true, 'aria-describedby': reason })}
              onClick={() => void start()}
              className="max-sm:w-full"
            >
              {isGenerating ? <Spinner /> : <WandSparkles />}
              {isGenerating ? GENERATION.generating(count) : `Generate ${countOf(count, 'Mockup')}`}
            </Button>
            {isTooMuch && affordable ? (
              <TooFewCredits id={reason} credits={credits} enoughFor={String(affordable)}>
                <Button variant="secondary" size="sm" onClick={() => setCount(affordable)}>
                  Make {affordable} instead
                </Button>
              </TooFewCredits>
            ) : (
              <p className="text-sm text-pencil tabular-nums">
                {isGenerating
                  ? `Takes ${countOf(count, 'credit')}; a failed mockup gives its credit back.`
                  : `Uses ${countOf(count, 'credit')} of your ${formatNumber(credits)}. A failed mockup costs nothing.`}
              </p>
            )}
          </div>
        </>
      )}
      {(variations.length > 0 || underWay.length > 0) && <VariationTiles variations={variations} underWay={underWay} />}
      {run && <DebugPanel run={run} />}
      {question}
    </div>
  )
}

/** The one picture that was ordered, where it was there already: it is no news at the top of the list. */
function onlyKnown([first, ...others]: readonly Variation[]): { mockup?: string } {
  const { answer } = first ?? {}
  return answer?.already_made && 'file_url' in answer && others.length === 0 ? { mockup: answer.id } : {}
}

/** Whoever has gone on to something else meanwhile is told, and not taken away from it. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
