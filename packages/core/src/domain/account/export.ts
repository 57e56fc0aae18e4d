import { Readable } from 'node:stream'
import { DEFAULT_NAME_TEMPLATE } from '@printroom/contract/naming'
import type { Context, UserId } from '../../context.ts'
import { aboutMissing, orMissing } from '../files/zip-missing.ts'
import { zipStream, type ZipEntry } from '../files/zip-stream.ts'
import { accountJson, designPath, mockupPaths, scenePath, sceneParts } from './export-json.ts'
import { rowsOf } from './export-rows.ts'

/**
 * Everything we hold of a person, as a zip that is streamed: `account.json`, and their designs, scenes and mockups as files.
 * Secrets are not in it: of sessions, browsers and keys it tells that they are there, as the account page does. However
 * much there is, only a page of rows is in memory at a time.
 */
export async function exportAccount(context: Context, userId: UserId): Promise<Readable> {
  const user = await context.db.user.findUniqueOrThrow({ where: { id: userId } })
  return zipStream(entriesOf(context, userId, user), context.log)
}

async function* entriesOf(
  { db, storage, clock }: Context,
  userId: UserId,
  user: { nameTemplate: string | null },
): AsyncGenerator<ZipEntry> {
  const template = user.nameTemplate ?? DEFAULT_NAME_TEMPLATE
  const rows = rowsOf(db, userId, clock.now())
  const missing: string[] = []
  const fileOf = (name: string, { fileKey, createdAt }: { fileKey: string; createdAt: Date }): ZipEntry => ({
    name,
    date: createdAt,
    open: () => orMissing(missing, name, async () => (await storage.open(fileKey)).stream),
  })
  yield {
    name: 'account.json',
    date: clock.now(),
    open: async () => Readable.from(accountJson({ exported_at: clock.now().toISOString(), user }, rows, template)),
  }
  for await (const design of rows.designs()) yield fileOf(designPath(design), design)
  for await (const scene of rows.scenes()) {
    const { fileKey, createdAt } = scene
    if (fileKey !== null) yield fileOf(scenePath(scene), { fileKey, createdAt })
    for (const { path, key } of sceneParts(scene)) yield fileOf(path, { fileKey: key, createdAt })
  }
  const mockupPath = mockupPaths(template)
  for await (const mockup of rows.mockups()) yield fileOf(mockupPath(mockup), mockup)
  yield* aboutMissing(clock, missing)
}
