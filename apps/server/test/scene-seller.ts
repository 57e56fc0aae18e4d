import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SceneWire } from '@printroom/contract/scenes'
import { unzipSync } from 'fflate'
import { expect, vi } from 'vitest'
import { Client, type Reply } from './harness.ts'

// A scene is measured in 10 s; beside two other suites on two cores 150 s were not enough.
export const SCENE_WAIT = { timeout: 400_000, interval: 100 }

/** A browser of sorts whose user has scenes. */
export class SceneSeller extends Client {
  sendPhotograph(bytes: Uint8Array, fields: Record<string, string> = { product: 'mug' }): Promise<Reply> {
    const form = new FormData()
    form.set('photograph', new File([new Uint8Array(bytes)], 'On the desk.jpg', { type: 'image/jpeg' }))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return this.fetch('/api/scenes', { body: form, method: 'POST' })
  }

  sendMask(id: string, bytes: Buffer): Promise<Reply> {
    const form = new FormData()
    form.set('mask', new File([new Uint8Array(bytes)], 'mask.png', { type: 'image/png' }))
    return this.fetch(`/api/scenes/${id}/mask`, { body: form, method: 'POST' })
  }

  async scene(id: string): Promise<SceneWire> {
    return (await this.fetch(`/api/scenes/${id}`)).json<SceneWire>()
  }

  /** The scene once it is as it should be. */
  sceneWhen(id: string, is: (scene: SceneWire) => boolean): Promise<SceneWire> {
    return vi.waitFor(async () => {
      const scene = await this.scene(id)
      expect(is(scene), `${scene.status}, ${scene.stage}, mask ${scene.mask?.state}`).toBe(true)
      return scene
    }, SCENE_WAIT)
  }

  /** Unpacks a scene's plate into a folder. @returns the names of its files */
  async unpack({ plate_url: url }: SceneWire, folder: string): Promise<string[]> {
    const files = unzipSync(new Uint8Array(await (await this.fetch(url!)).arrayBuffer()))
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), bytes)
    }
    return Object.keys(files)
  }
}
