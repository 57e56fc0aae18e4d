import type { MessagePort } from 'node:worker_threads'
import { renderMockup, type MockupRequest, type MockupResult } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import { workerData } from 'piscina'

export type StudioTask = { request: MockupRequest; progress: MessagePort }
export type StudioResult = MockupResult

const { platesDir } = workerData as { platesDir: string }
const studio = await openStudio(platesDir)

/** Composes one mockup in this thread; percentages go to `progress`. */
export default async function render({ request, progress }: StudioTask): Promise<StudioResult> {
  return renderMockup(studio, request, { onProgress: (percent) => progress.postMessage(percent) })
}
