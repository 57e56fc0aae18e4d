import { UPLOAD } from '@printroom/contract/messages'
import type { DesignWire } from '@printroom/contract/wire'
import { uploadDesign } from '~/features/designs/upload-design.ts'
import { prepareVisit } from '~/features/generate/visits.ts'
import { resume } from '~/features/trial/fill-in.ts'
import { fileOf } from '~/features/trial/trial-file.ts'
import { forgetTrial, readTrial, rememberTrial, type Trial } from '~/features/trial/trial.ts'
import { UploadRefused } from '~/lib/send-form.ts'
import { getSession } from '~/lib/session.ts'
import { api, queryClient } from '~/lib/trpc.ts'

/** `visit` leads to the wizard; `canRetry` where the same press may do better. */
export type Sent = { visit: ReturnType<typeof prepareVisit> } | { problem: string; canRetry: boolean }

/** Uploads the design that waits to the account that is signed in, once, however many tabs ask for it. `onProgress` from 0 to 100. */
export async function sendTrial(id: string, onProgress: (percent: number) => void): Promise<Sent> {
  const sent = await alone(async (): Promise<Sent> => {
    const trial = readTrial()
    if (trial?.id !== id) return { problem: 'This design was taken over or changed in another tab.', canRetry: false }
    const held = await fileOf(id)
    if (!held)
      return {
        problem: 'This browser has not kept the file.',
        canRetry: false,
      }
    try {
      const design =
        (trial.isSent ? await findArrived(trial) : undefined) ?? (await upload(trial, held.file, onProgress))
      forgetTrial()
      void queryClient.invalidateQueries({ queryKey: [['design']] })
      void queryClient.invalidateQueries({ queryKey: [['user', 'overview']] })
      return { visit: prepareVisit({ ...resume(trial.choices), designId: design.id }) }
    } catch (error) {
      const problem = error instanceof Error ? error.message : UPLOAD.failed
      return {
        problem: problem.endsWith('.') ? problem : `${problem}.`,
        canRetry: !(error instanceof UploadRefused && error.isForGood),
      }
    }
  })
  return sent ?? { problem: 'This design is being uploaded in another tab.', canRetry: true }
}

/** Null where another tab is at it. Browsers without locks are those at a plain-HTTP address. */
const alone = <T>(run: () => Promise<T>): Promise<T | null> =>
  'locks' in navigator
    ? navigator.locks.request('trial', { ifAvailable: true }, (lock) => (lock ? run() : null))
    : run()

async function upload(trial: Trial, file: File, onProgress: (percent: number) => void): Promise<DesignWire> {
  const userId = getSession().user?.id
  if (userId === undefined) throw new Error('Please sign in first: your design is kept here.')
  rememberTrial({ ...trial, isSent: true })
  try {
    return await uploadDesign(file, userId, onProgress)
  } catch (error) {
    // Refused is not taken; whatever else went wrong, it may have arrived.
    if (error instanceof UploadRefused) rememberTrial({ ...trial, isSent: false })
    throw error
  }
}

/** What an upload made whose answer did not come back. */
async function findArrived({ filename, fileSize }: Trial): Promise<DesignWire | undefined> {
  const { items } = await api.design.list.query({})
  return items.find((design) => design.filename === filename && design.file_size === fileSize)
}
