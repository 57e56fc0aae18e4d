import { readFile } from 'node:fs/promises'
import type { SceneStage, SceneWire } from '@printroom/contract/scenes'
import { LIGHT_GROUND, sceneOf } from '@printroom/measure/testing/made/lots'
import { photograph } from '@printroom/measure/testing/made/photograph'
import { QUAD, photo, placement, psdOf, smartObject } from '@printroom/measure/testing/made-psd'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import type { TestServer } from './test-server.ts'

/** Measuring takes a minute where others measure too. */
export const MEASURED_WITHIN_MS = 180_000

/** A made photograph of a mug's calibration print: one for all files of a process. */
export const photographMug = (): Promise<Buffer> => (mug ??= makePhotograph())

let mug: Promise<Buffer> | undefined
const makePhotograph = async () =>
  Buffer.from(
    (await photograph({ ...sceneOf('suite', 3, 1100), focal: 35, pitch: 6, yaw: -7, roll: 3, ground: LIGHT_GROUND }))
      .jpeg,
  )

/** A photograph of nothing. */
export const photographWall = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 960, channels: 3, background: '#cfc8bb' } })
    .jpeg()
    .toBuffer()

/** A made document whose smart object lies in perspective on a white garment. */
export const layers = async (): Promise<Buffer> =>
  Buffer.from(psdOf([photo(), smartObject(placement(QUAD), { blendMode: 'multiply' })]))

/** A made photograph of a calibration print, as a phone stores it. */
export const heic = (): Promise<Buffer> =>
  readFile(new URL('../../../packages/measure/test/files/upright.heic', import.meta.url))

/** The stages after the first. */
const LATER = ['map', 'light', 'plate', 'saving'] as const satisfies SceneStage[]
/** What a transaction that holds the worker locks: a number of no one else's. */
const HOLD = 7_300_114

/**
 * While `during` runs no scene gets beyond finding its markers: the worker's next write waits in the database. A stage takes a
 * second, and a page on a busy machine may be told of the next before it has shown it.
 */
export async function holdAtMarkers({ db }: TestServer, during: () => Promise<void>): Promise<void> {
  await db.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION hold_scene() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${HOLD}); RETURN NEW; END $$`)
  await db.$executeRawUnsafe(`CREATE TRIGGER hold_scene BEFORE UPDATE ON scenes FOR EACH ROW
    WHEN (NEW.stage IN (${LATER.map((stage) => `'${stage}'`).join()})) EXECUTE FUNCTION hold_scene()`)
  try {
    await db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(${HOLD})`
        await during()
      },
      { timeout: MEASURED_WITHIN_MS },
    )
  } finally {
    await db.$executeRaw`DROP TRIGGER hold_scene ON scenes`
  }
}

/** Sends a photograph without clicking through it. */
export async function sendPhotograph(
  page: Page,
  { url }: TestServer,
  name: string,
  photo: Buffer,
  product = 'mug',
): Promise<SceneWire> {
  const sent = await page.request.post(`${url}/api/scenes`, {
    headers: { origin: url },
    multipart: { product, photograph: { name, mimeType: 'image/jpeg', buffer: photo } },
  })
  return (await sent.json()) as SceneWire
}

/** The scene when it is measured, or was not. */
export async function measured(page: Page, { url }: TestServer, id: string): Promise<SceneWire> {
  const read = async () => (await (await page.request.get(`${url}/api/scenes/${id}`)).json()) as SceneWire
  return vi.waitFor(
    async () => {
      const scene = await read()
      expect(scene.status).not.toBe('measuring')
      return scene
    },
    { timeout: MEASURED_WITHIN_MS, interval: 250 },
  )
}

/** Scenes of a person's: one that was measured, one that was refused, and one that is being measured for as long as the test lasts. */
export async function giveScenes(page: Page, testServer: TestServer, userId: string) {
  const mug = { userId, product: 'mug', side: 'front' }
  const { id: refused } = await testServer.db.scene.create({
    data: {
      ...mug,
      name: 'Against the window',
      status: 'refused',
      refusalCode: 'clipped',
      refusal: 'The white of the print is overexposed. Make the photograph darker, away from the sun.',
      finishedAt: new Date(),
    },
  })
  const sent = await sendPhotograph(page, testServer, 'On the desk.jpg', await photographMug())
  const { id: ready } = await measured(page, testServer, sent.id)
  const hour = new Date(Date.now() + 3_600_000)
  const { id: measuring } = await testServer.db.scene.create({
    data: {
      ...mug,
      name: 'Held in the garden, a long name',
      photoKey: 'scene-photo-held.jpg',
      stage: 'light',
      progress: 55,
      startedAt: new Date(),
      heartbeatAt: hour,
    },
  })
  return { ready, refused, measuring }
}
