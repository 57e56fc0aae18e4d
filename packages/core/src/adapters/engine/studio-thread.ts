import { type MessagePort, workerData } from 'node:worker_threads'
import type { Verdict } from '@printroom/imaging/fidelity/check'
import { checkPicture, recolourPicture, overlayPicture } from '@printroom/imaging/check-picture'
import { renderMockup, type MockupRequest, type MockupResult } from '@printroom/imaging/mockup'
import type { EncodedPicture } from '@printroom/imaging/picture'
import { type Finished, type ExportOptions, type ExportedFile, exportMockup } from '@printroom/imaging/export'
import { askSharedCache, type LastSeen } from '@printroom/imaging/shared-cache'
import { type Studio, type StudioOptions, openStudio } from '@printroom/imaging/studio'
import type { Backdrop, Plate, ProductColour } from '@printroom/studio/plate/plate'

/** Everything that a studio's thread does, by name: what it is given and what comes back. A render tells its percentages. */
export type StudioTasks = {
  render: { given: { request: MockupRequest; progress: MessagePort }; answer: MockupResult }
  export: { given: { finished: Finished; format: ExportOptions }; answer: ExportedFile }
  checkFidelity: { given: { request: MockupRequest; picture: Uint8Array }; answer: Verdict }
  overlayPrint: { given: { request: MockupRequest; picture: Uint8Array; verdict: Verdict }; answer: EncodedPicture }
  recolour: { given: { request: MockupRequest; before: ProductColour; picture: Uint8Array }; answer: EncodedPicture }
}
export type StudioTask = {
  /** Where the process's plates are asked for. */
  plates: MessagePort
  /** The folder of a seller's own plate, which is the only one then. */
  folder?: string | undefined
} & { [Name in keyof StudioTasks]: { name: Name } & StudioTasks[Name]['given'] }[keyof StudioTasks]

const { productsDir } = workerData as { productsDir: string }
let cache: NonNullable<StudioOptions['cache']>
const seen: LastSeen<Plate | Backdrop> = new Map()
const openFolder = (folder: string): Promise<Studio> => openStudio(folder, { cache: (key, load) => cache(key, load) })
const ours = await openFolder(productsDir)

/** Does one task in this thread, which has one at a time; a render's percentages go to `progress`. */
export default async function work(task: StudioTask): Promise<StudioTasks[keyof StudioTasks]['answer']> {
  cache = askSharedCache(task.plates, seen)
  try {
    return await answer(task.folder === undefined ? ours : await openFolder(task.folder), task)
  } finally {
    task.plates.close()
  }
}

async function answer(studio: Studio, task: StudioTask): Promise<StudioTasks[keyof StudioTasks]['answer']> {
  switch (task.name) {
    case 'render':
      return renderMockup(studio, task.request, { onProgress: (percent) => task.progress.postMessage(percent) })
    case 'export':
      return exportMockup(studio, task.finished, task.format)
    case 'checkFidelity':
      return checkPicture(studio, task.request, task.picture)
    case 'overlayPrint':
      return overlayPicture(studio, task.request, task.picture, task.verdict)
    case 'recolour':
      return recolourPicture(studio, task.request, task.before, task.picture)
  }
}
