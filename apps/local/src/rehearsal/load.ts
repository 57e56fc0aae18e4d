import { setTimeout as pause } from 'node:timers/promises'
import type { MailServer } from './mail-server.ts'
import { type Answer, expectStatus, Seller, type Site } from './seller.ts'

/** Between two readings of one seller: 600 requests a minute are allowed to each. */
const READ_EVERY_MS = 250
/** 60 orders a minute are. */
const ORDER_EVERY_MS = 1500
const UPLOAD_EVERY = 20
const CONNECT_AGAIN_MS = 500
/** So many, and the rest would be more of the same. */
const MOST_FAILURES = 30

export type Load = {
  sellers: Seller[]
  /** What went wrong, a line each. */
  failures: string[]
  counts: { reads: number; uploads: number; pictures: number; later: number; downloads: number; streams: number }
  /** Settles after this many more orders were answered, of all sellers together. */
  afterOrders: (count: number) => Promise<void>
  /** No upload begins any more, until the answer is called; settles when none is under way. */
  holdUploads: () => Promise<() => void>
  stop: () => Promise<void>
}

/**
 * Sellers who sign up by mailed code and then go on reading, uploading, ordering, downloading and listening, each all the
 * time, until `stop`. Whatever is not answered well is written down with the time since the beginning.
 */
export async function startLoad(site: Site, mail: MailServer, count: number): Promise<Load> {
  const startedAt = performance.now()
  const failures: string[] = []
  const counts = { reads: 0, uploads: 0, pictures: 0, later: 0, downloads: 0, streams: 0 }
  const waiting: { until: number; resolve: () => void; reject: (reason: Error) => void }[] = []
  const answered = () => counts.pictures + counts.later
  const uploads = new Set<Promise<Answer>>()
  let isHoldingUploads = false
  let isStopping = false

  const sellers = Array.from({ length: count }, (_, nth) => new Seller(site, nth))
  for (const seller of sellers) {
    await seller.signUp(mail)
    const design = await seller.upload()
    expectStatus(design, 201, 'an upload')
    seller.designId = idOf(design)
  }

  /** Does something for as long as there is load; whatever it raises is a failure. */
  async function goOn(what: string, act: () => Promise<void>): Promise<void> {
    while (!isStopping) {
      await act().catch(async (error: unknown) => {
        failures.push(
          `${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${what}: ${error instanceof Error ? error.message : error}`,
        )
        if (failures.length >= MOST_FAILURES) giveUp()
        await pause(READ_EVERY_MS)
      })
    }
  }

  function giveUp(): void {
    isStopping = true
    for (const { reject } of waiting) reject(new Error(`Too much went wrong:\n${failures.join('\n')}`))
  }

  async function read(seller: Seller): Promise<void> {
    const nth = counts.reads++
    const paths = ['/api/user', '/api/designs', '/', '/api/mockups', `/api/designs/${seller.designId}/thumbnail`]
    const path = paths[nth % paths.length] ?? '/'
    expectStatus(await seller.call(path), 200, path)
    if (nth % UPLOAD_EVERY === 0 && !isHoldingUploads) {
      const upload = seller.upload()
      uploads.add(upload)
      expectStatus(await upload.finally(() => uploads.delete(upload)), 201, 'an upload')
      counts.uploads++
    }
    await pause(READ_EVERY_MS)
  }

  async function order(seller: Seller): Promise<void> {
    const answer = await seller.order()
    // A server that stops hands the wait back: the picture comes all the same.
    if (answer.status === 202) counts.later++
    else {
      expectStatus(answer, 200, 'an order')
      counts.pictures++
      await download(seller, idOf(answer))
    }
    for (const each of waiting) if (answered() >= each.until) each.resolve()
    await pause(ORDER_EVERY_MS)
  }

  async function download(seller: Seller, id: string): Promise<void> {
    const zip = await seller.call('/api/mockups/download', { mockupIds: [id] })
    expectStatus(zip, 200, 'a download')
    if (!zip.body.subarray(0, 2).equals(Buffer.from('PK'))) throw new Error('a download is no zip')
    counts.downloads++
  }

  /** Listens as a browser does: connects again when the stream has come to its end, and only then. */
  async function listen(seller: Seller): Promise<void> {
    const stream = await seller.open('/api/trpc/generation.watch', { headers: { accept: 'text/event-stream' } })
    counts.streams++
    if (stream.statusCode !== 200) throw new Error(`an event stream was answered ${stream.statusCode}`)
    const cut = setInterval(() => isStopping && stream.destroy(), CONNECT_AGAIN_MS)
    try {
      for await (const _event of stream) continue
      await pause(CONNECT_AGAIN_MS)
    } catch (error) {
      if (!isStopping) throw error
    } finally {
      clearInterval(cut)
    }
  }

  const work = sellers.flatMap((seller) => [
    goOn('reading', () => read(seller)),
    goOn('ordering', () => order(seller)),
    goOn('listening', () => listen(seller)),
  ])
  return {
    sellers,
    failures,
    counts,
    afterOrders: (more) =>
      new Promise((resolve, reject) => waiting.push({ until: answered() + more, resolve, reject })),
    async holdUploads() {
      isHoldingUploads = true
      await Promise.allSettled(uploads)
      return () => void (isHoldingUploads = false)
    },
    async stop() {
      isStopping = true
      await Promise.all(work)
    },
  }
}

const idOf = ({ body }: Answer): string => (JSON.parse(body.toString()) as { id: string }).id
