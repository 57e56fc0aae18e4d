import { FILENAME_MAX_CHARS } from '@printroom/contract/limits'
import type { DesignWire } from '@printroom/contract/wire'
import { checkFile } from '~/features/designs/check-file.ts'
import type { CopyOrder } from '~/features/checks/mend.worker.ts'

/** A mended copy of a design as a file to upload; the design stays. @throws Error with a sentence when it cannot be made */
export async function makeCopy(
  { filename, file_url: url }: Pick<DesignWire, 'filename' | 'file_url'>,
  order: Omit<CopyOrder, 'url'>,
): Promise<File> {
  const png = await inWorker({ ...order, url })
  const ending = ` (${order.copy}).png`
  const file = new File([png], filename.replace(/\.png$/i, '').slice(0, FILENAME_MAX_CHARS - ending.length) + ending, {
    type: 'image/png',
  })
  const problem = checkFile(file)
  if (problem) throw new Error(`The copy cannot be kept: ${problem}`)
  return file
}

/** A worker of its own, which goes with the memory that it took. */
function inWorker(order: CopyOrder): Promise<Blob> {
  const worker = new Worker(new URL('./mend.worker.ts', import.meta.url), { type: 'module' })
  const made = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ png: Blob } | { error: string }>) =>
      'png' in data ? resolve(data.png) : reject(new Error('The copy could not be made. The design is as it was.'))
    worker.onerror = () => reject(new Error('The copy could not be made. The design is as it was.'))
  })
  worker.postMessage(order)
  return made.finally(() => worker.terminate())
}
