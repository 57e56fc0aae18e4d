import { blobOf, downloadOf, type Download, type FileSource } from './files.ts'
import { rowsOf, type ListOptions } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Design } from './wire.ts'

export type Designs = {
  /**
   * Uploads a PNG of 10 MB at most. After a fault in between it is not sent again, since nobody knows whether it came.
   * @throws FileError, RateLimitError, TimeoutError
   */
  upload(file: FileSource, options?: CallOptions & { filename?: string }): Promise<Design>
  /** Every design, newest first. */
  list(options?: ListOptions): AsyncIterable<Design>
  /** @throws NotFoundError, ValidationError */
  rename(id: string, filename: string, options?: CallOptions): Promise<Design>
  /** Deletes a design; mockups made from it stay. @throws NotFoundError */
  remove(id: string, options?: CallOptions): Promise<void>
  /** The PNG as it was taken in. */
  download(id: string): Download
}

/** The seller's designs. */
export function designsOf(transport: Transport): Designs {
  return {
    async upload(file, { filename: given, ...options } = {}) {
      const { blob, filename } = await blobOf(file, given)
      const body = () => {
        const form = new FormData()
        form.set('design', blob, filename)
        return form
      }
      return transport.json({ method: 'POST', path: '/api/designs', body, isRepeatable: false, ...options })
    },
    list: (options) => rowsOf(transport, '/api/designs', options),
    rename: (id, filename, options) =>
      transport.json({
        method: 'PATCH',
        path: `/api/designs/${id}`,
        json: { filename },
        isRepeatable: true,
        ...options,
      }),
    remove: async (id, options) =>
      void (await transport.json({ method: 'DELETE', path: `/api/designs/${id}`, ...options })),
    download: (id) => downloadOf(transport, { path: `/api/designs/${id}/file`, query: { download: '' } }, `${id}.png`),
  }
}
