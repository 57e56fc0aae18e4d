import type { MessagePort } from 'node:worker_threads'
import type { Verdict } from '@printroom/imaging/fidelity/judge'
import { judgePicture, recolourPicture, reprintPicture } from '@printroom/imaging/guard'
import { renderMockup, type MockupRequest, type MockupResult } from '@printroom/imaging/mockup'
import type { EncodedPicture } from '@printroom/imaging/picture'
import { type Finished, type Presentation, type Presented, presentMockup } from '@printroom/imaging/present'
import { askSharedCache } from '@printroom/imaging/shared-cache'
import { type StudioOptions, openStudio } from '@printroom/imaging/studio'
import type { ProductColour } from '@printroom/studio/plate/plate'
import { workerData } from 'piscina'

/** Everything that a studio's thread does, by name: what it is given and what comes back. A render tells its percentages. */
export type StudioTasks = {
  render: { given: { request: MockupRequest; progress: MessagePort }; answer: MockupResult }
  export: { given: { finished: Finished; format: Presentation }; answer: Presented }
  checkFidelity: { given: { request: MockupRequest; picture: Uint8Array }; answer: Verdict }
  overlayPrint: { given: { request: MockupRequest; picture: Uint8Array; verdict: Verdict }; answer: EncodedPicture }
  recolour: { given: { request: MockupRequest; before: ProductColour; picture: Uint8Array }; answer: EncodedPicture }
}
export type StudioTask = {
  /** Where the process's plates are asked for. */
  plates: MessagePort
} & { [Name in keyof StudioTasks]: { name: Name } & StudioTasks[Name]['given'] }[keyof StudioTasks]

const { platesDir } = workerData as { platesDir: string }
let cache: NonNullable<StudioOptions['cache']>
const studio = await openStudio(platesDir, { cache: (key, load) => cache(key, load) })

/** Does one task in this thread, which has one at a time; a render's percentages go to `progress`. */
export default async function work(task: StudioTask): Promise<StudioTasks[keyof StudioTasks]['answer']> {
  cache = askSharedCache(task.plates)
  try {
    return await answer(task)
  } finally {
    task.plates.close()
  }
}

async function answer(task: StudioTask): Promise<StudioTasks[keyof StudioTasks]['answer']> {
  switch (task.name) {
    case 'render':
      return renderMockup(studio, task.request, { onProgress: (percent) => task.progress.postMessage(percent) })
    case 'export':
      return presentMockup(studio, task.finished, task.format)
    case 'checkFidelity':
      return judgePicture(studio, task.request, task.picture)
    case 'overlayPrint':
      return reprintPicture(studio, task.request, task.picture, task.verdict)
    case 'recolour':
      return recolourPicture(studio, task.request, task.before, task.picture)
  }
}
