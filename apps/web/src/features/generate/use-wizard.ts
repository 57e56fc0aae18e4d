import { useCallback, useEffect, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import type { Choices } from '@printroom/contract/wizard'
import type { GenerateQuery } from '~/features/generate/read-query.ts'
import { applyChange, forgetDesign, goTo, openWizard, resumeWizard } from '~/features/generate/wizard-state.ts'
import { trpc } from '~/lib/trpc.ts'

/** The wizard of this place in the browser's history: who reloads it, or comes back to it, finds every choice again. */
export function useWizard(query: GenerateQuery) {
  const { place, hasQuery } = useLocation({
    select: ({ state: at, searchStr }) => ({ place: `wizard ${at.__TSR_key}`, hasQuery: searchStr !== '' }),
    structuralSharing: true,
  })
  const [state, setState] = useState(() => (hasQuery ? null : resumeWizard(sessionStorage.getItem(place))) ?? openWizard(query))
  const { data: designs } = trpc.design.list.useQuery()
  const { designId } = state.choices
  const design = designs?.find(({ id }) => id === designId)

  useEffect(() => {
    if (designs && designId && !design) setState(forgetDesign)
  }, [designs, designId, design])

  useEffect(() => sessionStorage.setItem(place, JSON.stringify(state)), [place, state])

  return {
    ...state,
    design,
    choose: useCallback((change: Partial<Choices>) => setState((now) => applyChange(now, change)), []),
    goTo: useCallback((step: number) => setState((now) => goTo(now, step)), []),
    dismissBanner: useCallback(() => setState((now) => ({ ...now, banner: null })), []),
  }
}

export type Wizard = ReturnType<typeof useWizard>
