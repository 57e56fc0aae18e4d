import { useSyncExternalStore } from 'react'
import { UPLOADS_AT_ONCE } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import type { DesignWire } from '@printroom/contract/wire'
import { checkFile } from '~/features/designs/check-file.ts'
import { uploadDesign } from '~/features/designs/upload-design.ts'
import { HAS_WINDOW } from '~/lib/has-window.ts'
import { randomId } from '~/lib/random-id.ts'
import { UploadRefused } from '~/lib/send-form.ts'
import { getSession, onSessionChange } from '~/lib/session.ts'

/** A file of many. `failed` ones with `canRetry` may be sent again as they are. `percent` from 0 to 100. */
export type QueuedFile = {
  id: string
  file: File
  state: 'waiting' | 'uploading' | 'done' | 'failed'
  percent: number
  problem: string | null
  canRetry: boolean
}

type OnDone = (design: DesignWire) => void

let queue: readonly QueuedFile[] = []
let tell: OnDone = () => {}
/** Until then the server takes nothing more, in milliseconds since 1970. */
let pausedUntil = 0
const listeners = new Set<() => void>()

function set(next: readonly QueuedFile[]): void {
  queue = next
  for (const listener of listeners) listener()
}

const change = (id: string, made: Partial<QueuedFile>): void =>
  set(queue.map((each) => (each.id === id ? { ...each, ...made } : each)))

/** Puts files in line, a few being sent at a time; what cannot be a design fails at once. `onDone` is told of each design. */
export function addUploads(files: readonly File[], onDone: OnDone): void {
  tell = onDone
  const added = files.map((file): QueuedFile => {
    const problem = checkFile(file)
    const state = problem ? 'failed' : 'waiting'
    return { id: randomId(), file, state, percent: 0, problem, canRetry: false }
  })
  set([...queue, ...added])
  sendNext()
}

/** Sends what failed once more: one file, or all that may be. */
export function retryUploads(id?: string): void {
  set(
    queue.map((each) =>
      each.canRetry && (id === undefined || each.id === id)
        ? { ...each, state: 'waiting', percent: 0, problem: null, canRetry: false }
        : each,
    ),
  )
  sendNext()
}

/** Forgets what is over; what is on its way stays. */
export const clearUploads = (): void => set(queue.filter(({ state }) => state === 'waiting' || state === 'uploading'))

function sendNext(): void {
  if (Date.now() < pausedUntil) return
  const open = queue.filter(({ state }) => state === 'uploading').length
  const next = queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, UPLOADS_AT_ONCE - open))
  for (const each of next) void send(each)
}

async function send({ id, file }: QueuedFile): Promise<void> {
  const userId = getSession().user?.id
  if (!userId) return
  change(id, { state: 'uploading' })
  try {
    const design = await uploadDesign(file, userId, (percent) => change(id, { percent }))
    change(id, { state: 'done', percent: 100 })
    tell(design)
  } catch (error) {
    if (error instanceof UploadRefused && error.retryAfterSeconds > 0) pause(id, error.retryAfterSeconds)
    else {
      const problem = error instanceof Error ? error.message : UPLOAD.failed
      const isHopeless = error instanceof UploadRefused && error.isForGood
      change(id, { state: 'failed', percent: 0, problem, canRetry: !isHopeless })
    }
  }
  sendNext()
}

/** The server asks for a pause: the file stands in line again, and all wait. */
function pause(id: string, seconds: number): void {
  change(id, { state: 'waiting', percent: 0 })
  pausedUntil = Math.max(pausedUntil, Date.now() + seconds * 1000)
  setTimeout(sendNext, seconds * 1000 + 50)
}

/** What this tab has in line, is sending or has sent; it outlives the dialog and the screen. */
export const useUploads = (): readonly QueuedFile[] => useSyncExternalStore(listen, getQueue, getQueue)

const getQueue = (): readonly QueuedFile[] => queue

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

onSessionChange(() => {
  if (getSession().status === 'anonymous') set([])
})

// Whoever closes the tab meanwhile is asked, since the files would not be sent.
if (HAS_WINDOW)
  addEventListener('beforeunload', (event) => {
    if (queue.some(({ state }) => state === 'waiting' || state === 'uploading')) event.preventDefault()
  })
