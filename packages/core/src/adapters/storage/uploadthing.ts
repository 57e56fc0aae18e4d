import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { outsideTransactions } from '@printroom/db/transaction-scope'
import { UTApi } from 'uploadthing/server'
import { StorageMissing, type Storage } from '../../domain/files/storage.ts'

/** Where UploadThing is; addresses only where it is not the real one. */
export type UploadThingOptions = {
  token: string
  apiUrl?: string
  ingestUrl?: string
  ufsHost?: string
  ufsAppIdLocation?: 'path'
}

/** An address of a private file is good for this long: enough to begin reading, of no use to who finds it in a log. */
const SIGNED_FOR_SECONDS = 60
const TRIES = 3
const FIRST_PAUSE_MS = 250
/** Until the first byte comes; a file that is read slowly afterwards is not cut off. */
const ANSWER_WITHIN_MS = 30_000

/**
 * Storage at UploadThing: every file private, under our key as its custom id, read over a signed address that soon
 * expires. What fails on the way is tried again, at most 3 times in all.
 */
export function createUploadThingStorage(options: UploadThingOptions): Storage {
  muteOwnDeprecations()
  // The library logs what it also throws; the caller's log is the one place where a failure stands.
  const api = new UTApi({ ...options, defaultKeyType: 'customId', logLevel: 'None' })

  const fetchFile = async (key: string, method: 'GET' | 'HEAD'): Promise<Response> => {
    const { ufsUrl } = await api.generateSignedURL(key, { expiresIn: SIGNED_FOR_SECONDS })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('UploadThing did not answer in time')), ANSWER_WITHIN_MS)
    const response = await fetch(ufsUrl, { method, signal: late.signal }).finally(() => clearTimeout(timer))
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) throw new StorageMissing(key)
    throw new Error(`UploadThing answered ${response.status} to a ${method}`)
  }

  const sizeOf = async (key: string): Promise<number | null> => {
    try {
      const { headers } = await again(() => fetchFile(key, 'HEAD'))
      return Number(headers.get('content-length'))
    } catch (error) {
      if (error instanceof StorageMissing) return null
      throw error
    }
  }

  const open = async (key: string) => {
    const response = await again(() => fetchFile(key, 'GET'))
    const size = Number(response.headers.get('content-length'))
    return { stream: Readable.fromWeb(response.body as ReadableStream), size }
  }

  return outsideTransactions('UploadThing', {
    open,
    sizeOf,
    get: (key) =>
      again(async () => {
        const response = await fetchFile(key, 'GET')
        return buffer(Readable.fromWeb(response.body as ReadableStream))
      }),
    put: (key, bytes, type) =>
      again(async (isRepeat) => {
        // The first try may have arrived though its answer did not: the custom id is taken then, by ourselves.
        if (isRepeat && (await sizeOf(key)) === bytes.length) return
        const file = Object.assign(new Blob([new Uint8Array(bytes)], { type }), { name: key, customId: key })
        const { error } = await api.uploadFiles(file, { acl: 'private', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
        if (error) throw new Error(`UploadThing did not take a file: ${error.message}`)
      }),
    delete: (key) => again(async () => void (await api.deleteFiles(key))),
  })
}

/** The library warns twice at every upload of fields that it reads itself (7.7.4): not a line of a log of ours. */
function muteOwnDeprecations(): void {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('[uploadthing][deprecated]')) warn(...words)
  }
}

/** Tries up to 3 times, with growing pauses; a file that is not there will not be there next time either. */
async function again<T>(act: (isRepeat: boolean) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await act(tried > 1)
    } catch (error) {
      if (error instanceof StorageMissing || tried === TRIES) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (tried - 1))
    }
  }
}
