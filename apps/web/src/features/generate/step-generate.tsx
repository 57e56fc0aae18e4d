import { useEffect, useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { CreditWarning } from '~/features/generate/credit-warning.tsx'
import { DebugPanel } from '~/features/generate/debug-panel.tsx'
import { requestOf } from '~/features/generate/request-of.ts'
import { Summary } from '~/features/generate/summary.tsx'
import { tellOutcome } from '~/features/generate/tell-outcome.ts'
import { useGenerate } from '~/features/generate/use-generate.ts'
import type { Wizard } from '~/features/generate/use-wizard.ts'
import { VariationPicker } from '~/features/generate/variation-picker.tsx'
import { VariationTiles } from '~/features/generate/variation-tiles.tsx'
import { countOf, formatNumber } from '~/lib/format.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export function StepGenerate({ wizard }: { wizard: Wizard }) {
  const navigate = useNavigate()
  const { data: user } = trpc.user.get.useQuery()
  const { run, generate } = useGenerate()
  const { count, setCount } = wizard
  const request = requestOf(wizard.choices)
  const credits = user?.credits ?? 0
  const isHere = useIsHere()
  const isGenerating = run !== null && !run.isOver

  async function start(): Promise<void> {
    if (!request || isGenerating) return
    const needed = count * CREDITS_PER_MOCKUP
    if (needed > credits) return void addErrorToast(GENERATION.insufficient(needed, credits), GENERATION.insufficientTitle)
    const variations = await generate(request, count)
    const isSomethingMade = tellOutcome(variations, !isHere.current)
    if (isSomethingMade && isHere.current) await navigate({ to: '/mockups' })
  }

  return (
    <div className="space-y-6">
      <Summary wizard={wizard} />
      {user && <CreditWarning credits={credits} isPastDue={user.subscription_status === 'past_due'} />}
      {user && (isGenerating || credits >= CREDITS_PER_MOCKUP) && (
        <>
          <VariationPicker value={count} isDisabled={isGenerating} onChange={setCount} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button size="lg" disabled={isGenerating || !request} onClick={() => void start()} className="max-sm:w-full">
              {isGenerating ? <Spinner /> : <WandSparkles />}
              {isGenerating ? GENERATION.generating(count) : `Generate ${countOf(count, 'Mockup')}`}
            </Button>
            <p className="text-sm text-pencil tabular-nums">
              {isGenerating
                ? `Takes ${countOf(count, 'credit')}; a failed mockup gives its credit back.`
                : `Uses ${countOf(count, 'credit')} of your ${formatNumber(credits)}. A failed mockup costs nothing.`}
            </p>
          </div>
        </>
      )}
      {isGenerating && <VariationTiles run={run} />}
      {run && <DebugPanel run={run} />}
    </div>
  )
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
