import { TriangleAlert } from 'lucide-react'
import { MOCKUP } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { Alert } from '~/components/alert.tsx'
import { Dialog, DialogContent } from '~/components/dialog.tsx'
import { readDebug } from '~/features/mockups/read-debug.ts'

export function DebugDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const debug = readDebug(mockup.debug_info)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Debug Info" note="How this picture was ordered and made." className="max-w-2xl">
        {debug ? (
          <div className="space-y-5 text-sm">
            <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
              {debug.facts.map(([name, value]) => (
                <div key={name} className="min-w-0">
                  <dt className="text-[13px] text-pencil">{name}</dt>
                  <dd className="font-medium break-words">{value}</dd>
                </div>
              ))}
            </dl>
            <Block title="Prompt">{debug.prompt}</Block>
            <Block title="Mockup data">{debug.data}</Block>
          </div>
        ) : (
          <Alert variant="destructive" icon={<TriangleAlert />} title={MOCKUP.debugInvalid} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Block({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      <pre className="max-h-72 overflow-auto rounded-md bg-shade p-3 text-xs leading-relaxed whitespace-pre-wrap">
        {children}
      </pre>
    </section>
  )
}
