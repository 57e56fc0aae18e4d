import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { readPlateFolder, versionOf } from '@printroom/studio/plate/plate-folder'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openStudio } from '../src/studio.ts'

const SIDE = 64
const VIEW_SIDE = 80
/** Values of the person in each group. */
const OWN = { key: 200, fill: 120, env: 60 }
const home = await mkdtemp(path.join(tmpdir(), 'person-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const grey = (value: number) => ({ r: value, g: value, b: value })
const plain = (side: number, value: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: grey(value) } })
/** Dark at the left, bright at the right: which part of it is seen can be told. */
const halves = (side: number, left: number, right: number) =>
  plain(side, left).composite([
    {
      input: { create: { width: side / 2, height: side, channels: 3, background: grey(right) } },
      left: side / 2,
      top: 0,
    },
  ])

/** A folder of products with a person, on the left half of the picture, before a view's right part and before plain light. */
async function makeProducts(name: string): Promise<string> {
  const folder = path.join(home, name)
  const person = path.join(folder, 'shirt', 'plates', 'worn-1')
  const view = path.join(folder, 'backdrops', 'place-park')
  await Promise.all([person, view].map((dir) => mkdir(dir, { recursive: true })))
  const lossless = { lossless: true }
  for (const group of LIGHT_GROUPS)
    await plain(SIDE, OWN[group])
      .webp(lossless)
      .toFile(path.join(person, `${group}.webp`))
  await halves(SIDE, 255, 0).webp(lossless).toFile(path.join(person, 'coverage.webp'))
  await halves(VIEW_SIDE, 20, 120).webp(lossless).toFile(path.join(view, 'light.webp'))
  const range = 4
  const behind = { park: { left: 0.5, top: 0.25, side: 0.5 }, paper: { light: 2 } }
  await writeFile(path.join(person, 'person.json'), JSON.stringify({ version: 1, rig: 'worn-1', range, behind }))
  await writeFile(path.join(view, 'view.json'), JSON.stringify({ version: 1, background: 'park', range: 2 }))
  return folder
}

test('a person stands before the part of the view that it names, and before plain light', async () => {
  const studio = await openStudio(await makeProducts('seen'))
  for (const [background, behind] of [
    ['park', 2 * (120 / 255) ** 2],
    ['paper', 2],
  ] as const) {
    const backdrop = await studio.loadBackdrop('worn-1', background)
    expect(backdrop?.manifest).toMatchObject({ rig: 'worn-1', background, isPeopled: true, colour: true })
    for (const group of LIGHT_GROUPS) {
      const { data, width, range } = backdrop!.groups[group]
      expect([width, range]).toEqual([SIDE, 4])
      const valueAt = (x: number) => data[(20 * SIDE + x) * 3]!
      expect(valueAt(8)).toBe(OWN[group])
      // One value of rounding, whose noise is part of the picture.
      for (const x of [40, 62]) expect(Math.abs(valueAt(x) - 255 * Math.sqrt(behind / range))).toBeLessThanOrEqual(1)
    }
  }
})

test('backdrops that are wanted at once, of two people, are those that are wanted one by one', async () => {
  const folder = await makeProducts('crowd')
  const [one, other] = ['worn-1', 'worn-2'].map((name) => path.join(folder, 'shirt', 'plates', name)) as [
    string,
    string,
  ]
  await cp(one, other, { recursive: true })
  await plain(SIDE, 7).webp({ lossless: true }).toFile(path.join(other, 'key.webp'))
  await halves(SIDE, 0, 255).webp({ lossless: true }).toFile(path.join(other, 'coverage.webp'))
  const manifest = await readFile(path.join(one, 'person.json'), 'utf8')
  await writeFile(path.join(other, 'person.json'), manifest.replace('worn-1', 'worn-2'))

  const wanted = ['worn-1', 'worn-2'].flatMap((rig) =>
    ['park', 'paper'].map((background) => [rig, background] as const),
  )
  const [together, apart] = await Promise.all([openStudio(folder), openStudio(folder)])
  const atOnce = await Promise.all(wanted.map(([rig, background]) => together.loadBackdrop(rig, background)))
  for (const [nth, [rig, background]] of wanted.entries())
    expect(atOnce[nth], `${rig} before ${background}`).toEqual(await apart.loadBackdrop(rig, background))
  expect(atOnce[0]!.groups.key).not.toEqual(atOnce[2]!.groups.key)
})

test('a backdrop is another when its person, its view or the part of it changes, and the same in another folder', async () => {
  const folder = await makeProducts('first')
  const versions = async (of: string) => {
    const { backdrops } = await readPlateFolder(of)
    return Object.fromEntries(
      await Promise.all(backdrops.map(async (entry) => [entry.manifest.background, await versionOf(entry)])),
    )
  }
  const before = await versions(folder)
  const copy = path.join(home, 'second')
  await cp(folder, copy, { recursive: true })
  expect(await versions(copy)).toEqual(before)

  await halves(VIEW_SIDE, 20, 121)
    .jpeg()
    .toFile(path.join(copy, 'backdrops', 'place-park', 'light.webp'))
  const withView = await versions(copy)
  expect(withView.park).not.toBe(before.park)
  expect(withView.paper).toBe(before.paper)

  const person = path.join(copy, 'shirt', 'plates', 'worn-1', 'person.json')
  const range = 4
  const behind = { park: { left: 0.4, top: 0.25, side: 0.5 }, paper: { light: 2 } }
  await writeFile(person, JSON.stringify({ version: 1, rig: 'worn-1', range, behind }))
  expect((await versions(copy)).park).not.toBe(withView.park)
})

test('a person before a view that is not there is named', async () => {
  const folder = await makeProducts('lonely')
  await rm(path.join(folder, 'backdrops'), { recursive: true })
  await expect(readPlateFolder(folder)).rejects.toThrow(/worn-1 stands before park, of which there is no view/)
})
