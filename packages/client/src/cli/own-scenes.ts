import type { Scene } from '../wire.ts'
import { UsageError } from './exit-codes.ts'
import type { Doing, Done } from './mockup.ts'

/** Uploads a photograph and waits until it is measured. @throws UsageError; a scene that is refused is a failure */
export async function uploadScene(file: string, { printroom, values, progress, signal }: Doing): Promise<Done> {
  const { product, side } = values
  if (product === undefined) throw new UsageError('--product is missing: what the photograph shows.')
  progress.show(`uploading ${file}`)
  const sent = await printroom.scenes.upload(file, { product, side, signal }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UsageError(`There is no file ${file}.`) : error
  })
  const onProgress = (scene: typeof sent) => progress.show(`measuring, ${scene.progress} %`)
  const scene = await printroom.scenes.wait(sent.id, { signal, onProgress })
  const failure = scene.status === 'ready' ? undefined : new Error(scene.refusal?.sentence ?? scene.status)
  return { lines: [failure ? `failed: ${failure.message}` : scene.id], json: scene, failure }
}

/** Every scene, a line each. */
export async function listScenes({ printroom, signal }: Doing): Promise<Done> {
  const scenes: Scene[] = []
  for await (const scene of printroom.scenes.list({ signal })) scenes.push(scene)
  return {
    lines: scenes.map(
      ({ id, status, product, side, name }) => `${id}  ${status.padEnd(9)}  ${product} ${side}  ${name}`,
    ),
    json: scenes,
  }
}
