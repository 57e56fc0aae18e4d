import { blobOf, type FileSource } from './files.ts'
import { rowsOf, type ListOptions } from './pages.ts'
import { pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Scene } from './wire.ts'

export type Scenes = {
  /**
   * Uploads a photograph of the calibration print (JPEG, PNG, HEIC) or a layered PSD; it is answered while it is measured. After a
   * fault in between it is not sent again, since nobody knows whether it came.
   * @throws FileError, ValidationError, RateLimitError, TimeoutError
   */
  upload(file: FileSource, of: CallOptions & { product: string; side?: string; filename?: string }): Promise<Scene>
  /** Every scene, newest first. */
  list(options?: ListOptions): AsyncIterable<Scene>
  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Scene>
  /** Waits until it is measured: it is `ready` then, or `refused` or `failed` with a sentence. @throws NotFoundError, or the signal's reason */
  wait(id: string, options?: CallOptions & { onProgress?: (scene: Scene) => void }): Promise<Scene>
}

/** A photograph is measured in half a minute or more. */
const ASK_GAP_MS = 2_000

/** As long as the server waits for a photograph. */
const UPLOAD_MS = 400_000

/** The seller's scenes. */
export function scenesOf(transport: Transport): Scenes {
  const get: Scenes['get'] = (id, options) => transport.json({ path: `/api/scenes/${id}`, ...options })
  return {
    async upload(file, { product, side, filename: given, ...options }) {
      const { blob, filename } = await blobOf(file, given)
      const body = () => {
        const form = new FormData()
        form.set('product', product)
        if (side !== undefined) form.set('side', side)
        form.set('photograph', blob, filename)
        return form
      }
      return transport.json({
        method: 'POST',
        path: '/api/scenes',
        body,
        isRepeatable: false,
        timeoutMs: UPLOAD_MS,
        ...options,
      })
    },
    list: (options) => rowsOf(transport, '/api/scenes', options),
    get,
    async wait(id, { onProgress, ...options } = {}) {
      for (;;) {
        const scene = await get(id, options)
        onProgress?.(scene)
        if (scene.status !== 'measuring') return scene
        await pause(ASK_GAP_MS, options.signal)
      }
    },
  }
}
