import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import type { VariationCount } from '@printroom/contract/limits'
import type { Choices } from '@printroom/contract/wizard'
import { useDesign } from '~/features/designs/use-design.ts'
import { readQuery } from '~/features/generate/read-query.ts'
import { keyOf } from '~/features/generate/visits.ts'
import {
  applyChange,
  forgetDesign,
  goTo,
  openWizard,
  resumeWizard,
  showStep,
  type WizardState,
} from '~/features/generate/wizard-state.ts'

const PATH = '/generate'
const SIZE_STEP = 5

type Visit = { id: string; state: WizardState }

/** The visit of this place in the browser's history as it was left, or a new one. */
function openVisit({ history, options }: AnyRouter): Visit {
  const { search, state: entry } = history.location
  if (!entry.visit)
    return { id: String(entry.__TSR_key), state: openWizard(readQuery(options.parseSearch?.(search) ?? {})) }
  const left = resumeWizard(sessionStorage.getItem(keyOf(entry.visit))) ?? openWizard({})
  return { id: entry.visit, state: showStep(left, entry.step ?? left.step) }
}

/**
 * The wizard, with its steps in the browser's history. The state here is the only truth: the history's entries hold
 * numbers of steps and follow it, and Back and Forward are a wish to be shown another. What is kept for a reload, or for
 * who comes back from another page, is read when a visit opens and never over newer choices.
 */
export function useWizard() {
  const router = useRouter()
  const [{ id, state }, setVisit] = useState(() => openVisit(router))
  const change = useCallback(
    (make: (now: WizardState) => WizardState) => setVisit((now) => ({ ...now, state: make(now.state) })),
    [],
  )
  const [isAdjusting, setAdjusting] = useState(false)
  const isGoingBack = useRef(false)
  const { design, isGone } = useDesign(state.choices.designId)

  useEffect(() => {
    if (isGone) change(forgetDesign)
  }, [isGone, change])

  // A placement was made for another design, or came with a link: few have one, and load what it takes.
  const isPlaced = state.choices.placement !== null
  useEffect(() => {
    if (isPlaced && design)
      void import('~/features/generate/fit-choices.ts').then(({ fitChoices }) =>
        change((now) => ({ ...now, choices: fitChoices(now.choices, design) })),
      )
  }, [isPlaced, design, change])

  useEffect(() => sessionStorage.setItem(keyOf(id), JSON.stringify(state)), [id, state])

  /** Brings the history to the step that is shown. The query has been read and goes: a shared address carries nobody's choices. */
  const settle = useEffectEvent((visit: string, shown: number) => {
    const { history } = router
    const { pathname, state: entry } = history.location
    if (isGoingBack.current || pathname !== PATH) return
    const { step = shown, before } = entry
    if (entry.visit !== visit) history.replace(PATH, { visit, step: shown })
    else if (shown > step) history.push(PATH, { visit, step: shown, before: step })
    else if (shown < step && before !== undefined && shown <= before) {
      isGoingBack.current = true
      history.back()
    } else if (shown < step) history.replace(PATH, { visit, step: shown, before })
  })
  useEffect(() => settle(id, state.step), [id, state.step])

  const follow = useEffectEvent(
    ({ location, action }: Parameters<Parameters<typeof router.history.subscribe>[0]>[0]) => {
      if (location.pathname !== PATH) return
      const { visit, step = 1 } = location.state
      if (visit !== id) return setVisit(openVisit(router))
      if (action.type === 'PUSH' || action.type === 'REPLACE') return
      if (isGoingBack.current) {
        isGoingBack.current = false
        return settle(id, state.step)
      }
      // A step that a change of choices has closed is not entered; the way to it stands for when it is open again.
      if (showStep(state, step).step === step) change((now) => showStep(now, step))
      else if (action.type === 'GO') router.history.go(-action.index)
      else router.history.back()
    },
  )
  useEffect(() => router.history.subscribe(follow), [router])

  return {
    ...state,
    design,
    /** The print is being moved by hand, which the step of its size offers. */
    isAdjusting: isAdjusting && state.step === SIZE_STEP,
    setAdjusting,
    choose: useCallback((made: Partial<Choices>) => change((now) => applyChange(now, made)), [change]),
    goTo: useCallback((step: number) => change((now) => goTo(now, step)), [change]),
    setCount: useCallback((count: VariationCount) => change((now) => ({ ...now, count })), [change]),
    dismissBanner: useCallback(() => change((now) => ({ ...now, banner: null })), [change]),
  }
}

export type Wizard = ReturnType<typeof useWizard>
/** What the steps that choose need of it; where a print cannot be moved by hand, there is nothing to say of it. */
export type Chooser = Pick<Wizard, 'choices' | 'choose' | 'design'> &
  Partial<Pick<Wizard, 'isAdjusting' | 'setAdjusting'>>
