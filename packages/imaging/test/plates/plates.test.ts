import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import { type PlateFolder, foldersOf, readPlateFolder } from '@printroom/studio/plate/plate-folder'
import { afterAll, describe, expect, test } from 'vitest'
import { studio } from '../studio.ts'
import { testColours } from './colours.ts'
import { testDetail } from './detail.ts'
import { testEdges } from './edges.ts'
import { testBurning, testLooks } from './looks.ts'
import { notePass, passedIn, stateOf } from './passes.ts'
import { testPictures } from './pictures.ts'
import { testPrints } from './prints.ts'

// Every plate that is there, decoded once for all its tests, unless they have passed with the plate and all that makes a
// picture of it as they are.

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface TaskMeta {
    /** Tests that did not run because they have passed and nothing that they look at has changed. */
    unchanged?: number
  }
}

const folder = await readPlateFolder(PRODUCTS_FOLDER)

/** The folders that pictures of a plate are made of. */
const foldersOfPictures = ({ dir, manifest }: PlateFolder['plates'][number]) => {
  const behind = folder.backdrops.filter((backdrop) => backdrop.manifest.rig === manifest.rig).flatMap(foldersOf)
  return [...new Set([dir, ...behind])]
}

const changed: (readonly [name: string, manifest: PlateManifest, state: string])[] = []
let unchanged = 0
for (const entry of folder.plates) {
  const state = await stateOf(foldersOfPictures(entry))
  const passed = await passedIn(state)
  if (passed === undefined)
    changed.push([`${entry.manifest.product}/${entry.manifest.geometry}`, entry.manifest, state])
  else unchanged += passed
}

test('there are plates', ({ task }) => {
  task.meta.unchanged = unchanged
  expect(folder.plates.length).toBeGreaterThan(0)
})

describe.each(changed)('%s', (_, manifest, state) => {
  // oxlint-disable-next-line no-empty-pattern -- vitest asks for a pattern, of which nothing is wanted
  afterAll(async ({}, suite) => {
    if (suite.tasks.every((task) => task.result?.state === 'pass')) await notePass(state, suite.tasks.length)
  })
  testPictures(studio, manifest)
  testColours(studio, manifest)
  testDetail(studio, manifest)
  testEdges(studio, manifest)
  testPrints(studio, manifest)
  testBurning(studio, manifest)
  testLooks(studio, manifest)
})
