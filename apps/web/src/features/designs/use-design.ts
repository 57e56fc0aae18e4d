import type { DesignWire } from '@printroom/contract/wire'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { errorCode } from '~/lib/api-error.ts'
import { trpc } from '~/lib/trpc.ts'

/** One design, wherever it stands in the list; `isGone` when it is not the person's, or not any more. */
export function useDesign(id: string | null): { design: DesignWire | undefined; isGone: boolean } {
  const { designs } = useDesigns()
  const listed = designs?.find((each) => each.id === id)
  const { data, error } = trpc.design.get.useQuery(
    { id: id ?? '' },
    { enabled: id !== null && designs !== undefined && !listed },
  )
  const isGone = errorCode(error) === 'not_found' || errorCode(error) === 'bad_input'
  return { design: listed ?? (isGone ? undefined : data), isGone: id !== null && !listed && isGone }
}
