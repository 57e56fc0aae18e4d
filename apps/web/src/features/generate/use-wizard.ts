import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { VariationCount } from '@printroom/contract/limits'
import type { Choices } from '@printroom/contract/wizard'
import type { GenerateQuery } from '~/features/generate/read-query.ts'
import type { Place } from '~/features/generate/use-place.ts'
import { applyChange, forgetDesign, goTo, openWizard, resumeWizard, showStep, type WizardState } from '~/features/generate/wizard-state.ts'
import { trpc } from '~/lib/trpc.ts'

/**
 * The wizard of this place in the browser's history: who reloads it, or comes back to it, finds every choice again.
 * Back and Forward go from step to step.
 */
export function useWizard(query: GenerateQuery, place: Place) {
  const { visit, step, before, isNew } = place
  const key = `wizard ${visit}`
  const navigate = useNavigate()
  const { history } = useRouter()
  const [state, setState] = useState(() => {
    const opened = (isNew ? null : resumeWizard(sessionStorage.getItem(key))) ?? openWizard(query)
    return step === undefined ? opened : showStep(opened, step)
  })
  const { data: designs } = trpc.design.list.useQuery()
  const { designId } = state.choices
  const design = designs?.find(({ id }) => id === designId)

  // Back and Forward, as far as the choices still allow.
  const [seen, setSeen] = useState(place)
  const [isAstray, setAstray] = useState(isNew || state.step !== step)
  if (place !== seen) {
    const shown = step === undefined ? state : showStep(state, step)
    setSeen(place)
    setState(shown)
    setAstray(isNew || shown.step !== step)
  }

  useEffect(() => {
    if (!designs || !designId || design) return
    setState(forgetDesign)
    setAstray(true)
  }, [designs, designId, design])

  const write = useCallback(
    (shown: number, behind: number | undefined, replace: boolean) =>
      void navigate({ to: '/generate', search: {}, replace, resetScroll: !replace, state: { wizard: visit, step: shown, before: behind } }),
    [navigate, visit],
  )

  // The history's entry says what is shown. The query is read once, then gone: a shared address carries nobody's choices.
  useEffect(() => {
    if (isAstray) write(state.step, before, true)
  }, [isAstray, state.step, before, write])

  useEffect(() => sessionStorage.setItem(key, JSON.stringify(state)), [key, state])

  function move(next: WizardState): void {
    if (next.step < state.step && next.step === before) return history.back()
    setState(next)
    if (next.step > state.step) write(next.step, state.step, false)
    else if (next.step < state.step) write(next.step, before, true)
  }

  return {
    ...state,
    design,
    choose: (change: Partial<Choices>) => move(applyChange(state, change)),
    goTo: (to: number) => move(goTo(state, to)),
    setCount: (count: VariationCount) => setState({ ...state, count }),
    dismissBanner: () => setState({ ...state, banner: null }),
  }
}

export type Wizard = ReturnType<typeof useWizard>
