import { useCallback, useEffect, useRef, useState } from 'react'
import { UPLOAD_CLOSE_DELAY_MS } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import { uploadDesign } from '~/features/designs/upload-design.ts'
import { useDesignAdded } from '~/features/designs/use-design-added.ts'
import { useSession } from '~/lib/session.ts'
import { addErrorToast } from '~/lib/toast.ts'

type Upload = { percent: number; file: File } | null

/** One upload at a time. `onDone` is called a second after the end, so that the end is seen. */
export function useUpload(onDone: () => void): { upload: Upload; start: (file: File) => void } {
  const { user } = useSession()
  const onAdded = useDesignAdded()
  const [upload, setUpload] = useState<Upload>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])

  const start = useCallback(
    async (file: File) => {
      if (!user) return
      setUpload({ percent: 0, file })
      try {
        const design = await uploadDesign(file, user.id, (percent) => setUpload({ percent, file }))
        onAdded(design)
        setUpload({ percent: 100, file })
        closing.current = setTimeout(() => {
          setUpload(null)
          onDone()
        }, UPLOAD_CLOSE_DELAY_MS)
      } catch (error) {
        setUpload(null)
        addErrorToast(error instanceof Error ? error.message : UPLOAD.failed)
      }
    },
    [user, onAdded, onDone],
  )
  return { upload, start }
}
