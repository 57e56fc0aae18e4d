import { fileStem, type Named, slugOf } from '@printroom/contract/naming'
import { counter, named } from '../mockups/naming.ts'
import type { Rows } from './export-rows.ts'

type File = { fileKey: string | null }

/** Where a design's file stands in the zip. */
export const designPath = (design: { id: string; filename: string }): string =>
  `designs/${design.id}-${design.filename}`

/** Where the plate of a scene stands in the zip. */
export const scenePath = (scene: { id: string; name: string }): string =>
  `scenes/${scene.id}-${slugOf(scene.name) || 'scene'}.zip`

/** Where what a scene keeps beside its plate stands: what was measured, what a mask is mended on, and the seller's own masks. */
export const sceneParts = (scene: {
  id: string
  name: string
  mendKeys: string[]
  maskKey: string | null
  nextMaskKey: string | null
}): { path: string; key: string }[] => {
  const names = ['measured.zip', 'picture.webp', 'found-mask.png', 'printable.png']
  const parts = scene.mendKeys.map((key, at) => ({ key, name: names[at] }))
  const masks = [scene.maskKey, scene.nextMaskKey].map((key, at) => ({ key, name: ['mask.png', 'next-mask.png'][at] }))
  const stem = scenePath(scene).replace(/\.zip$/, '')
  return [...parts, ...masks].flatMap(({ key, name }) => (key && name ? [{ path: `${stem}/${name}`, key }] : []))
}

/** Where mockups' files stand in the zip, asked for each in the order of the rows. */
export function mockupPaths(template: string): (mockup: Omit<Named, 'n'>) => string {
  const next = counter()
  return (mockup) => `mockups/${mockup.folderName}/${fileStem(template, named(mockup, next(mockup)))}.jpg`
}

/** `account.json`, bit by bit: what is said of the account once, then its rows, one a line. */
export async function* accountJson(
  head: Record<string, unknown>,
  rows: Rows,
  template: string,
): AsyncGenerator<string> {
  const mockupPath = mockupPaths(template)
  const lists: Record<string, AsyncIterable<unknown>> = {
    sessions: rows.sessions(),
    known_browsers: rows.knownBrowsers(),
    api_keys: rows.apiKeys(),
    api_requests: rows.apiRequests(),
    webhook_endpoints: rows.webhookEndpoints(),
    designs: mapped(rows.designs(), (design) => listed(design, designPath(design))),
    mockups: mapped(rows.mockups(), (mockup) => listed(mockup, mockupPath(mockup))),
    scenes: mapped(rows.scenes(), (scene) => listed(scene, scene.fileKey === null ? null : scenePath(scene))),
    batches: rows.batches(),
    packs: rows.packs(),
    shares: rows.shares(),
    generations: rows.generations(),
    credit_entries: rows.creditEntries(),
    purchases: rows.purchases(),
  }
  yield '{'
  for (const [name, value] of Object.entries(head))
    yield `\n  ${JSON.stringify(name)}: ${JSON.stringify(value, plain)},`
  let isFirst = true
  for (const [name, list] of Object.entries(lists)) {
    yield `${isFirst ? '' : ','}\n  ${JSON.stringify(name)}: [`
    isFirst = false
    let comma = ''
    for await (const row of list) {
      yield `${comma}\n    ${JSON.stringify(row, plain)}`
      comma = ','
    }
    yield ']'
  }
  yield '\n}\n'
}

async function* mapped<From, To>(list: AsyncIterable<From>, to: (each: From) => To): AsyncGenerator<To> {
  for await (const each of list) yield to(each)
}

/** Storage's own names say nothing to a person; `file` is where it stands in the zip. */
const listed = (row: File, file: string | null) => ({
  ...row,
  fileKey: undefined,
  thumbnailKey: undefined,
  cardKey: undefined,
  printKey: undefined,
  photoKey: undefined,
  previewKeys: undefined,
  mendKeys: undefined,
  maskKey: undefined,
  nextMaskKey: undefined,
  errorDetail: undefined,
  userId: undefined,
  file,
})

/** JSON has no big integers. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)
