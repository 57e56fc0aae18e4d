import { setTimeout as pause } from 'node:timers/promises'
import type { Verdict } from '@printroom/imaging/fidelity/judge'
import { type EncodedPicture, finishPicture } from '@printroom/imaging/picture'
import type Replicate from 'replicate'
import type { Prediction } from 'replicate'
import { editPromptOf } from '../generation/prompt.ts'
import { EngineRefusal, Overtaken, type Engine, type EngineInput, type EngineOutput, type Original } from './engine.ts'
import type { EditModel } from './replicate-models.ts'
import type { Studio } from './studio.ts'

/** `onNews` calls back when a webhook has told something of a generation; the answer ends the listening. */
export type ReplicateParts = {
  studio: Studio
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
/** A picture below the bar is tried at two more seeds. They are far apart: the next ones are those of the next pictures. */
const SEEDS = 3
const SEEDS_APART = 1_000_003
const UNSAFE = /nsfw|safety|sensitive|flagged|moderat|\bE005\b/i
const REFUSED = 'The image service took this design or scene for unsafe and would not show it. Your credit is back.'

/**
 * A hosted image-editing model, given the studio's own picture as its reference. What it costs is paid once: each
 * prediction's id is kept before anything is waited for, and a later attempt takes the same predictions up. No picture
 * of a model's leaves unchecked: what does not show the seller's own print is tried again, mended, or not delivered.
 */
export function createReplicateEngine({ studio, client, model, deadlineMs, webhookUrl, onNews }: ReplicateParts): Engine {
  const create = async ({ settings, seed, generationId, provider }: EngineInput, reference: Buffer, tried: number): Promise<Prediction> => {
    const file = await client.files.create(new Blob([new Uint8Array(reference)], { type: 'image/jpeg' }))
    const order = { prompt: editPromptOf(settings), referenceUrl: file.urls.get, seed: seedOf(generationId, seed + tried * SEEDS_APART) }
    const webhook = webhookUrl ? { webhook: webhookUrl, webhook_events_filter: ['completed' as const] } : {}
    const prediction = await client.predictions.create({ model: model.name, input: model.inputOf(order), ...webhook })
    if (await provider.remember(prediction.id)) return prediction
    await client.predictions.cancel(prediction.id).catch(() => undefined)
    throw new Overtaken()
  }

  /** The prediction of an earlier attempt, unless it came to nothing. Not being told is no reason to pay for another. */
  const resume = async (id: string): Promise<Prediction | null> => {
    const earlier = await client.predictions.get(id).catch((error: { response?: Response }) => {
      if (error.response?.status === 404) return null
      throw error
    })
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

  /** The model's picture of an order at one seed, as our own file, and what the guard says of it; null when an earlier attempt paid for that seed in vain. */
  const shoot = async (input: EngineInput, reference: Buffer, tried: number, onProgress: (percent: number) => void): Promise<Shot | null> => {
    const known = input.provider.ids[tried]
    const started = known ? await resume(known) : await create(input, reference, tried)
    if (!started) return null
    const ended = await settle(started, input.generationId, onProgress)
    if (ended.status !== 'succeeded') throw failureOf(ended)
    const picture = await finishPicture(await download(client, addressOf(ended)))
    return { picture, verdict: await studio.judge(input, picture.image), prediction: ended, tried }
  }

  return {
    name: 'replicate',
    canMake: (settings) => studio.canMake(settings),

    async make(input, report) {
      let told = 0
      const onProgress = (percent: number) => report((told = Math.max(told, percent)))
      const reference = await studio.make(input, (percent) => onProgress((percent * PROGRESS.reference) / 100))
      if (input.original) return recoloured(studio, input, input.original, reference)

      let best: Shot | undefined
      // Every attempt goes through the seeds from the first: those that are paid for are only looked at again.
      for (let tried = 0; tried < SEEDS && !best?.verdict.isFaithful; tried++) {
        try {
          const shot = await shoot(input, reference.image, tried, onProgress)
          if (shot && (!best || shot.verdict.isFaithful || shot.verdict.score > best.verdict.score)) best = shot
        } catch (error) {
          if (!best || error instanceof Overtaken) throw error
          break // one picture is there to be mended: better than paying for more of them
        }
      }
      onProgress(PROGRESS.made)
      if (!best) throw new Error('none of its seeds came to a picture')
      return finish(studio, input, reference, best, model.name)
    },

    present: (finished, presentation) => studio.present(finished, presentation),
    close: () => studio.close(),
  }
}

type Shot = { picture: EncodedPicture; verdict: Verdict; prediction: Prediction; tried: number }

/** As it is when it shows the seller's own print; else with the real print put back; else the studio's picture. */
async function finish(studio: Studio, input: EngineInput, reference: EngineOutput, { picture, verdict, prediction, tried }: Shot, model: string): Promise<EngineOutput> {
  const details = { ...reference.details, model, prediction: prediction.id, seconds: prediction.metrics?.predict_time ?? null, seedsTried: input.provider.ids.length, faults: verdict.faults, measures: verdict.measures }
  const prompt = editPromptOf(input.settings)
  if (verdict.isFaithful) return { ...picture, details, prompt, fidelity: { score: verdict.score, path: tried === 0 ? 'model' : 'another-seed' } }
  const mended = verdict.faults.includes('garment') ? null : await studio.reprint(input, picture.image, verdict)
  const again = mended && (await studio.judge(input, mended.image))
  if (mended && again?.isFaithful) return { ...mended, details, prompt, fidelity: { score: again.score, path: 'reprinted' } }
  return asTheStudioMadeIt(studio, input, { ...reference, details, prompt })
}

/** The original with its product in the new colour, checked like any other; else the studio's picture of the same shot. */
async function recoloured(studio: Studio, input: EngineInput, { colour, open }: Original, reference: EngineOutput): Promise<EngineOutput> {
  const picture = await studio.recolour(input, colour, await open())
  const { isFaithful, score, faults, measures } = await studio.judge(input, picture.image)
  const details = { ...reference.details, recolouredFrom: colour, faults, measures }
  if (isFaithful) return { ...picture, details, fidelity: { score, path: 'recoloured' } }
  return asTheStudioMadeIt(studio, input, { ...reference, details })
}

const asTheStudioMadeIt = async (studio: Studio, input: EngineInput, reference: EngineOutput): Promise<EngineOutput> => ({
  ...reference,
  fidelity: { score: (await studio.judge(input, reference.image)).score, path: 'studio' },
})

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

/** The service may ask for the token at its own addresses; no other ever sees it. */
async function download({ auth, baseUrl }: Pick<Replicate, 'auth' | 'baseUrl'>, address: string): Promise<Buffer> {
  const { hostname, origin } = new URL(address)
  const isTheirs = origin === new URL(String(baseUrl)).origin || /(^|\.)replicate\.(delivery|com)$/.test(hostname)
  const signal = AbortSignal.timeout(DOWNLOAD_WITHIN_MS)
  const open = await fetch(address, { signal })
  const isLocked = isTheirs && (open.status === 401 || open.status === 403)
  if (isLocked) await open.body?.cancel()
  const response = isLocked ? await fetch(address, { headers: { authorization: `Bearer ${auth}` }, signal }) : open
  if (!response.ok) throw new Error(`the picture could not be fetched: ${response.status}`)
  if (Number(response.headers.get('content-length')) > LARGEST_DOWNLOAD_BYTES) throw new Error('the picture is too large')
  return Buffer.from(await response.arrayBuffer())
}
