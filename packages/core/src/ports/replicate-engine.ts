import { setTimeout as pause } from 'node:timers/promises'
import { finishPicture } from '@printroom/imaging/picture'
import type Replicate from 'replicate'
import type { Prediction } from 'replicate'
import { editPromptOf } from '../generation/prompt.ts'
import { EngineRefusal, Overtaken, type Engine, type EngineInput } from './engine.ts'
import type { EditModel } from './replicate-models.ts'

/** `onNews` calls back when a webhook has told something of a generation; the answer ends the listening. */
export type ReplicateParts = {
  studio: Engine
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
/** The studio's own picture, the model's work, and what is left to do, in percent. */
const PROGRESS = { reference: 20, made: 90 }
const UNSAFE = /nsfw|safety|sensitive|flagged|moderat|\bE005\b/i
const REFUSED = 'The image service took this design or scene for unsafe and would not show it. Your credit is back.'

/**
 * A hosted image-editing model, given the studio's own picture as its reference. What it costs is paid once: the
 * prediction's id is kept before anything is waited for, and a later attempt takes the same prediction up.
 */
export function createReplicateEngine({ studio, client, model, deadlineMs, webhookUrl, onNews }: ReplicateParts): Engine {
  const create = async ({ settings, seed, generationId, provider }: EngineInput, reference: Buffer): Promise<Prediction> => {
    const file = await client.files.create(new Blob([new Uint8Array(reference)], { type: 'image/jpeg' }))
    const order = { prompt: editPromptOf(settings), referenceUrl: file.urls.get, seed: seedOf(generationId, seed) }
    const webhook = webhookUrl ? { webhook: webhookUrl, webhook_events_filter: ['completed' as const] } : {}
    const prediction = await client.predictions.create({ model: model.name, input: model.inputOf(order), ...webhook })
    if (await provider.remember(prediction.id)) return prediction
    await client.predictions.cancel(prediction.id).catch(() => undefined)
    throw new Overtaken()
  }

  /** The prediction of an earlier attempt, unless it came to nothing. */
  const resume = async (id: string | null): Promise<Prediction | null> => {
    if (!id) return null
    const earlier = await client.predictions.get(id).catch(() => null)
    return earlier && (!ENDED.has(earlier.status) || (earlier.status === 'succeeded' && earlier.output)) ? earlier : null
  }

  const settle = async (started: Prediction, generationId: string, onProgress: (percent: number) => void): Promise<Prediction> => {
    const begun = Math.min(Date.now(), Date.parse(started.created_at) || Date.now())
    let wake = () => {}
    const stopListening = onNews(generationId, () => wake())
    try {
      let prediction = started
      for (let wait = POLL_MS.first; !ENDED.has(prediction.status); wait = Math.min(POLL_MS.last, wait * POLL_MS.growth)) {
        const spent = Date.now() - begun
        if (spent > deadlineMs) {
          await client.predictions.cancel(prediction.id).catch(() => undefined)
          throw new Error(`prediction ${prediction.id} was not done after ${Math.round(deadlineMs / 1000)} s`)
        }
        onProgress(PROGRESS.reference + ((PROGRESS.made - PROGRESS.reference) * spent) / deadlineMs)
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
    name: 'replicate',
    canMake: (settings) => studio.canMake(settings),

    async make(input, onProgress) {
      const reference = await studio.make(input, (percent) => onProgress((percent * PROGRESS.reference) / 100))
      const started = (await resume(input.provider.id)) ?? (await create(input, reference.image))
      const ended = await settle(started, input.generationId, onProgress)
      if (ended.status !== 'succeeded') throw failureOf(ended)
      onProgress(PROGRESS.made)
      const { image, thumbnail } = await finishPicture(await download(addressOf(ended)))
      const details = { ...reference.details, model: model.name, prediction: ended.id, seconds: ended.metrics?.predict_time ?? null }
      return { image, thumbnail, details, prompt: editPromptOf(input.settings) }
    },

    close: () => studio.close(),
  }
}

/** Another picture of the same settings, and another generation, has another seed: 31 bits, as models take them. */
const seedOf = (generationId: string, seed: number): number => (Number.parseInt(generationId.slice(-8), 16) + seed) & 0x7fff_ffff

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

async function download(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) })
  if (!response.ok) throw new Error(`the picture could not be fetched: ${response.status}`)
  if (Number(response.headers.get('content-length')) > LARGEST_DOWNLOAD_BYTES) throw new Error('the picture is too large')
  return Buffer.from(await response.arrayBuffer())
}
