import { mkdir, readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey } from '../order.ts'
import type { Batch } from '../wire.ts'
import { UsageError } from './exit-codes.ts'
import type { Doing, Done } from './mockup.ts'

const DOWNLOADS_AT_ONCE = 3

/** Orders what a CSV asks for, waits for it, and writes the pictures to the folder. */
export async function makeBatch(plan: string, { printroom, values, progress, say, signal }: Doing): Promise<Done> {
  const csv = await readFile(plan, 'utf8').catch(() => {
    throw new UsageError(`There is no file ${plan}.`)
  })
  await uploadNamed(csv, { printroom, values, progress, signal })
  if (values.estimate) {
    const json = await printroom.batches.estimate({ csv }, { signal })
    const { pictures, free, credits, available, minutes, refused } = json
    const lines = [
      `${pictures} pictures, ${free} of them free: ${credits} credits of ${available}, about ${minutes} minutes.`,
      ...refused.map(({ error }) => error),
    ]
    return { lines, json }
  }
  const key = values.key ?? newKey()
  signal.throwIfAborted()
  const ordered = await printroom.batches.create({ csv, name: values.name, idempotency_key: key })
  try {
    const batch = await printroom.batches.wait(ordered.id, { signal, onProgress: (now) => progress.show(inWords(now)) })
    const paths = await writePictures(batch, { printroom, values, progress, signal })
    const failed = batch.failures.map(
      ({ filename, colour, error }) => `failed: ${filename ?? 'a design'} in ${colour}: ${error}`,
    )
    const failure =
      failed.length > 0
        ? new Error(`${failed.length} of ${batch.pictures} pictures failed; their credits are back.`)
        : undefined
    return { lines: [...paths, ...failed], json: { ...batch, key, paths }, failure }
  } catch (error) {
    if (!signal.aborted) throw error
    const left = await printroom.batches.cancel(ordered.id)
    say(
      `${inWords(left)}. What had not begun was given up, and its credits are back. The same command with --key ${key} goes on with this batch and writes what is done.`,
    )
    throw error
  }
}

const inWords = ({ pictures, counts: { done, under_way, waiting, failed, cancelled } }: Batch): string =>
  [
    `${done} of ${pictures} done`,
    ...Object.entries({ 'under way': under_way, waiting, failed, cancelled }).flatMap(([word, count]) =>
      count > 0 ? [`${count} ${word}`] : [],
    ),
  ].join(', ')

/** The designs that the plan names, lie in the folder and are not the seller's yet. */
async function uploadNamed(csv: string, { printroom, values, progress, signal }: Omit<Doing, 'say'>): Promise<void> {
  const folder = values.designs
  if (folder === undefined) return
  const files = await readdir(folder).catch(() => {
    throw new UsageError(`There is no folder ${folder}.`)
  })
  const fields = new Set(csv.split(/[\r\n,;\t]+/).map((field) => field.trim().replace(/^"(.*)"$/, '$1')))
  const named = files.filter((name) => fields.has(name))
  if (named.length === 0) return
  const there = new Set<string>()
  for await (const { filename, file_size } of printroom.designs.list({ limit: 100, signal }))
    there.add(`${file_size} ${filename}`)
  for (const [at, name] of named.entries()) {
    const path = join(folder, name)
    if (there.has(`${(await stat(path)).size} ${name}`)) continue
    progress.show(`uploading ${name}, ${at + 1} of ${named.length}`)
    await printroom.designs.upload(path, { signal })
  }
}

async function writePictures(
  batch: Batch,
  { printroom, values, progress, signal }: Omit<Doing, 'say'>,
): Promise<string[]> {
  const out = values.out ?? '.'
  await mkdir(out, { recursive: true })
  const ids: string[] = []
  for await (const { mockup_id } of printroom.batches.pictures(batch.id, { limit: 100, signal }))
    if (mockup_id !== null) ids.push(mockup_id)
  // Pictures that are the same to the pixel are one mockup.
  const left = [...new Set(ids)].map((id, at, { length }) => ({ id, at, length }))
  const paths: string[] = []
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      progress.show(`fetching picture ${next.at + 1} of ${next.length}`)
      paths[next.at] = await printroom.mockups.download(next.id).saveTo(`${out}/`, { signal })
    }
  }
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work))
  return paths
}
