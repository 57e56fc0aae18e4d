import { useCallback } from 'react'
import type { DesignWire } from '@printroom/contract/wire'
import { withFirst } from '~/lib/pages.ts'
import { trpc } from '~/lib/trpc.ts'

/** Puts a design that has just come up first in the list, and has the counts asked for again. */
export function useDesignAdded(): (design: DesignWire) => void {
  const utils = trpc.useUtils()
  return useCallback(
    (design) => {
      utils.design.list.setInfiniteData({}, (designs) => withFirst(designs, [design]))
      void utils.user.overview.invalidate()
    },
    [utils],
  )
}
