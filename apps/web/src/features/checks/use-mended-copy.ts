import type { DesignWire } from '@printroom/contract/wire'
import type { CopyMend } from '~/features/checks/check-words.ts'
import { makeCopy } from '~/features/checks/make-copy.ts'
import { uploadDesign } from '~/features/designs/upload-design.ts'
import { useDesignAdded } from '~/features/designs/use-design-added.ts'
import { useSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

/** Makes a mended copy of a design into a design of its own; null, and a toast, where that fails. */
export function useMendedCopy() {
  const { user } = useSession()
  const onAdded = useDesignAdded()

  return async (design: DesignWire, { copy, fringe }: CopyMend): Promise<DesignWire | null> => {
    if (!user) return null
    try {
      const made = await uploadDesign(await makeCopy(design, { copy, fringe }), user.id, () => {})
      onAdded(made)
      addToast({
        title: `${made.filename} is in Designs`,
        description: 'It is chosen here. The first one stays as it was.',
      })
      return made
    } catch (error) {
      addErrorToast(error instanceof Error ? error.message : 'The copy could not be made. The design is as it was.')
      return null
    }
  }
}
