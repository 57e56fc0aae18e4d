import { useState } from 'react'
import { Sparkles } from 'lucide-react'
import { UPLOAD } from '@printroom/contract/messages'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { useDesignAdded } from '~/features/designs/use-design-added.ts'
import { useSession } from '~/lib/session.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'

/** Three designs of ours become the seller's own, uploaded as any other, for whoever has none at hand. */
export function SampleButton() {
  const { user } = useSession()
  const onAdded = useDesignAdded()
  const [isPending, setPending] = useState(false)

  async function add(): Promise<void> {
    if (!user) return
    setPending(true)
    try {
      // What only a press needs comes with it.
      const [{ sampleFiles }, { uploadDesign }] = await Promise.all([
        import('~/features/designs/sample-files.ts'),
        import('~/features/designs/upload-design.ts'),
      ])
      const files = await sampleFiles()
      const designs = await Promise.all(files.map((file) => uploadDesign(file, user.id, () => {})))
      for (const design of designs) onAdded(design)
      addToast({ title: 'Three samples are in Designs', description: 'They are yours: rename or delete them at will.' })
    } catch (error) {
      addErrorToast(error instanceof Error ? error.message : UPLOAD.failed)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => void add()}>
      {isPending ? <Spinner /> : <Sparkles />} Try three samples
    </Button>
  )
}
