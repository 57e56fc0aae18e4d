import { setTimeout as pause } from 'node:timers/promises'
import { finishPicture } from '@printroom/imaging/picture'
import { assertNoTransaction } from '@printroom/db/transaction-scope'
import type Replicate from 'replicate'
import type { Prediction } from 'replicate'
import { EngineRefusal, type EngineInput, StaleAttempt } from '../../domain/generation/engine.ts'
import type { ImageModel } from '../../domain/generation/image-model.ts'
import { editPromptOf } from '../../domain/generation/prompt.ts'
import type { EditModel } from './replicate-models.ts'

/** `onNews` calls back when a webhook has told something of a generation; the answer ends the listening. */
export type ReplicateParts = {
  client: Replicate
  model: EditModel
  deadlineMs: number
  webhookUrl: string | null
  onNews(generationId: string, listener: () => void): () => void
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled', 'aborted'])
/** Its picture is not the provider's for ever: whoever asks in vain for it in this time tries again. */
const DOWNLOAD_WITHIN_MS = 60_000
const LARGEST_DOWNLOAD_BYTES = 50_000_000
/** Asked at first, and at last, after so long: a webhook is quicker, and may never come. */
const POLL_MS = { first: 500, last: 5_000, growth: 1.5 }
/** Between two variants of a picture. They are far apart: the next seeds are those of the next pictures. */
const SEEDS_APART = 1_000_003
const UNSAFE = /nsfw|safety|sensitive|flagged|moderat|\bE005\b/i
const REFUSED = 'The image service took this design or scene for unsafe and would not show it. Your credit is back.'

/**
 * A model at Replicate. What it costs is paid once: each prediction's id is kept before anything is waited for, and a later
 * attempt takes the same predictions up.
 */
export function createReplicateModel({ client, model, deadlineMs, webhookUrl, onNews }: ReplicateParts): ImageModel {
  const create = async (
    { settings, ordinal, generationId, provider }: EngineInput,
    reference: Buffer,
    variant: number,
  ): Promise<Prediction> => {
    const file = await client.files.create(new Blob([new Uint8Array(reference)], { type: 'image/jpeg' }))
    const order = {
      prompt: editPromptOf(settings),
      referenceUrl: file.urls.get,
      seed: seedOf(generationId, ordinal + variant * SEEDS_APART),
    }
    const webhook = webhookUrl ? { webhook: webhookUrl, webhook_events_filter: ['completed' as const] } : {}
    const prediction = await client.predictions.create({ model: model.name, input: model.inputOf(order), ...webhook })
    if (await provider.remember(prediction.id, model.pictureMicroUsd)) return prediction
    await client.predictions.cancel(prediction.id).catch(() => undefined)
    throw new StaleAttempt()
  }

  /** The prediction of an earlier attempt, unless it came to nothing. Not being told is no reason to pay for another. */
  const resume = async (id: string): Promise<Prediction | null> => {
    const earlier = await client.predictions.get(id).catch((error: { response?: Response }) => {
      if (error.response?.status === 404) return null
      throw error
    })
    return earlier && (!ENDED.has(earlier.status) || (earlier.status === 'succeeded' && earlier.output))
      ? earlier
      : null
  }

  const settle = async (
    started: Prediction,
    generationId: string,
    onProgress: (share: number) => void,
  ): Promise<Prediction> => {
    const begun = Math.min(Date.now(), Date.parse(started.created_at) || Date.now())
    let wake = () => {}
    const stopListening = onNews(generationId, () => wake())
    try {
      let prediction = started
      for (
        let wait = POLL_MS.first;
        !ENDED.has(prediction.status);
        wait = Math.min(POLL_MS.last, wait * POLL_MS.growth)
      ) {
        const spent = Date.now() - begun
        if (spent > deadlineMs) {
          await client.predictions.cancel(prediction.id).catch(() => undefined)
          throw new Error(`prediction ${prediction.id} was not done after ${Math.round(deadlineMs / 1000)} s`)
        }
        onProgress(spent / deadlineMs)
        const news = new AbortController()
        wake = () => news.abort()
        await pause(wait, undefined, { signal: news.signal }).catch(() => undefined)
        prediction = await client.predictions.get(prediction.id)
      }
      return prediction
    } finally {
      stopListening()
    }
  }

  return {
    name: model.name,
    async makePicture(input, reference, variant, onProgress) {
      const known = input.provider.ids[variant]
      const started = known ? await resume(known) : await create(input, reference, variant)
      if (!started) return null
      const ended = await settle(started, input.generationId, onProgress)
      if (ended.status !== 'succeeded') throw failureOf(ended)
      const picture = await finishPicture(await download(client, addressOf(ended)))
      return { picture, id: ended.id, seconds: ended.metrics?.predict_time ?? null }
    },
  }
}

/** Another picture of the same settings, and another generation, has another seed: 31 bits, as models take them. */
const seedOf = (generationId: string, count: number): number =>
  (Number.parseInt(generationId.slice(-8), 16) + count) & 0x7fff_ffff

function failureOf({ id, status, error }: Prediction): Error {
  const reason = String(error ?? 'no reason given')
  if (UNSAFE.test(reason)) return new EngineRefusal(REFUSED, { cause: new Error(`prediction ${id}: ${reason}`) })
  return new Error(`prediction ${id} ${status}: ${reason}`)
}

/** A model answers one address, or a list of them. */
function addressOf({ id, output }: Prediction): string {
  const first: unknown = Array.isArray(output) ? output[0] : output
  if (typeof first !== 'string' || !URL.canParse(first)) throw new Error(`prediction ${id} succeeded without a picture`)
  return first
}

/** The service may ask for the token at its own addresses; no other ever sees it. */
async function download({ auth, baseUrl }: Pick<Replicate, 'auth' | 'baseUrl'>, address: string): Promise<Buffer> {
  const { hostname, origin } = new URL(address)
  const isTheirs = origin === new URL(String(baseUrl)).origin || /(^|\.)replicate\.(delivery|com)$/.test(hostname)
  assertNoTransaction('Replicate')
  const signal = AbortSignal.timeout(DOWNLOAD_WITHIN_MS)
  const open = await fetch(address, { signal })
  const isLocked = isTheirs && (open.status === 401 || open.status === 403)
  if (isLocked) await open.body?.cancel()
  const response = isLocked ? await fetch(address, { headers: { authorization: `Bearer ${auth}` }, signal }) : open
  if (!response.ok) throw new Error(`the picture could not be fetched: ${response.status}`)
  if (Number(response.headers.get('content-length')) > LARGEST_DOWNLOAD_BYTES)
    throw new Error('the picture is too large')
  return Buffer.from(await response.arrayBuffer())
}
