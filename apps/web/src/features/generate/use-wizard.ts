import { useCallback, useEffect, useState } from 'react'
import type { Choices } from '@printroom/contract/wizard'
import type { GenerateQuery } from '~/features/generate/read-query.ts'
import { applyChange, forgetDesign, goTo, openWizard } from '~/features/generate/wizard-state.ts'
import { trpc } from '~/lib/trpc.ts'

export function useWizard(query: GenerateQuery) {
  const [state, setState] = useState(() => openWizard(query))
  const { data: designs } = trpc.design.list.useQuery()
  const { designId } = state.choices
  const design = designs?.find(({ id }) => id === designId)

  useEffect(() => {
    if (designs && designId && !design) setState(forgetDesign)
  }, [designs, designId, design])

  return {
    ...state,
    design,
    choose: useCallback((change: Partial<Choices>) => setState((now) => applyChange(now, change)), []),
    goTo: useCallback((step: number) => setState((now) => goTo(now, step)), []),
    dismissBanner: useCallback(() => setState((now) => ({ ...now, banner: null })), []),
  }
}

export type Wizard = ReturnType<typeof useWizard>
