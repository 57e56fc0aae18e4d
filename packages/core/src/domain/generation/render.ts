import { randomBytes } from 'node:crypto'
import { SCENE } from '@printroom/contract/scenes'
import type { RenderSettings } from '@printroom/contract/schemas'
import type { WorkerContext } from '../../context.ts'
import { capture } from '../credits/ledger.ts'
import { readPrintCopy } from '../designs/print-copy.ts'
import { folderNameOf } from '../mockups/naming.ts'
import { toMockupWire } from '../mockups/wire.ts'
import { tellPictureEnded } from '../webhooks/pictures.ts'
import { scenePlates } from '../scenes/plates.ts'
import { EngineRefusal, StaleAttempt, type EngineOutput, type Original } from './engine.ts'
import { storeOwned } from '../files/owned-files.ts'
import { fromColumns, isSameButColour, toColumns } from './render-settings.ts'
import { promptOf } from './prompt.ts'
import { claim, giveUp, notify, report, type Taken } from './steps.ts'

const GAVE_UP = 'We could not make this mockup after several tries. Your credit is back.'
/** Progress is written at most this often, so that eight renders do not write a hundred rows a second. */
const REPORT_EVERY_MS = 250
const SAVING_PERCENT = 95

/**
 * Makes one mockup: claims the generation, runs the engine, stores the files and commits the picture, the captured
 * credit and the news in one transaction. An attempt that another has overtaken leaves quietly and drops its files.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the credit goes back instead
 */
export async function renderGeneration(context: WorkerContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, log } = context
  const held = await claim(db, id)
  if (!held) return
  try {
    await attempt(context, held)
  } catch (error) {
    if (error instanceof StaleAttempt) return
    const refusal = error instanceof EngineRefusal ? error.message : null
    log.error({ err: error, generation: id, attempt: held.attempt, isLastTry }, 'an attempt at a mockup failed')
    if (!refusal && !isLastTry) throw error
    await giveUp(db, held, { sentence: refusal ?? GAVE_UP, detail: detailOf(error) })
  }
}

/** For support staff: the error, and what stood behind it. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name}: ${error.message}${error.cause ? ` (${detailOf(error.cause)})` : ''}`
}

async function attempt(context: WorkerContext, held: Taken): Promise<void> {
  const { db, engine, log } = context
  const { design, seed: ordinal } = held
  if (!design) throw new EngineRefusal('The design was deleted before its mockup was made. Your credit is back.')
  const { settings, recolours } = held.input
  const plates = await platesOf(context, held.userId, settings)

  const startedAt = Date.now()
  let reportedAt = 0
  let reporting: Promise<unknown> = Promise.resolve()
  const onProgress = (percent: number) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = Date.now()
    const news = () => report(db, held, Math.min(SAVING_PERCENT - 1, Math.round(percent)))
    // Waited for only when the picture is made: a failure that nobody has caught by then would end the process.
    reporting = reporting
      .then(news)
      .catch((error: Error) => log.warn({ generation: held.id, reason: error.message }, 'progress was not reported'))
  }
  const ids = [...held.providerIds]
  const remember = async (providerId: string, microUsd: number) => {
    const mine = { id: held.id, attempt: held.attempt, status: 'rendering' } as const
    const { count } = await db.generation.updateMany({
      where: mine,
      data: { providerId, providerIds: { push: providerId }, providerMicroUsd: { increment: microUsd } },
    })
    if (count > 0) ids.push(providerId)
    return count > 0
  }
  const provider = { ids, remember }
  const original = recolours
    ? await originalOf(context, held.userId, recolours, { designId: design.id, settings })
    : null
  const output = await engine.make(
    {
      generationId: held.id,
      settings,
      ordinal,
      design: await readPrintCopy(context, design),
      ...plates,
      provider,
      original,
    },
    onProgress,
  )
  await reporting
  if (!(await report(db, held, SAVING_PERCENT))) return
  await deliver(context, held, design, output)
  log.info({ generation: held.id, attempt: held.attempt, ms: Date.now() - startedAt }, 'a mockup is done')
}

/** @throws EngineRefusal where the scene is gone */
async function platesOf(
  context: WorkerContext,
  userId: string,
  settings: RenderSettings,
): Promise<{ plates?: string }> {
  if (!settings.scene) return {}
  const plates = await scenePlates(context, userId, settings.scene)
  if (plates === null) throw new EngineRefusal(SCENE.gone)
  return { plates }
}

/** The picture to recolour; null when it is gone, or shows something else but for its colour: then the same shot is made anew. */
async function originalOf(
  { db, storage }: WorkerContext,
  userId: string,
  id: string,
  { designId, settings }: { designId: string; settings: RenderSettings },
): Promise<Original | null> {
  const mockup = await db.mockup.findFirst({ where: { id, userId, designId } })
  if (!mockup) return null
  return isSameButColour(settings, fromColumns(mockup))
    ? { colour: mockup.colour, open: () => storage.get(mockup.fileKey) }
    : null
}

async function deliver(
  context: WorkerContext,
  held: Taken,
  design: NonNullable<Taken['design']>,
  output: EngineOutput,
): Promise<void> {
  const { clock } = context
  const { settings, debug } = held.input
  const name = `${held.id}-${held.attempt}-${randomBytes(8).toString('hex')}`
  const fileKey = `mockup-${name}.jpg`
  const thumbnailKey = `mockup-thumb-${name}.webp`
  const cardKey = `mockup-card-${name}.webp`
  const files = [
    { key: fileKey, bytes: output.image, contentType: 'image/jpeg' },
    { key: thumbnailKey, bytes: output.thumbnail, contentType: 'image/webp' },
    { key: cardKey, bytes: output.card, contentType: 'image/webp' },
  ]
  const debugInfo = {
    timestamp: clock.now().toISOString(),
    designInfo: { id: design.id, filename: design.filename, fileSize: design.fileSize },
    mockupData: {
      ...settings,
      engine: context.engine.name,
      ...output.details,
      ...(output.fidelity ? { fidelity: output.fidelity } : {}),
    },
    prompt: output.prompt ?? promptOf(settings, design.filename),
  }

  await storeOwned(context, files, async (tx) => {
    const { count } = await tx.generation.updateMany({
      where: { id: held.id, attempt: held.attempt, status: 'rendering' },
      data: { status: 'done', progress: 100, finishedAt: clock.now() },
    })
    if (count === 0) return null
    const mockup = await tx.mockup.create({
      data: {
        userId: held.userId,
        designId: design.id,
        generationId: held.id,
        ...toColumns(settings),
        fileKey,
        thumbnailKey,
        cardKey,
        folderName: folderNameOf(design),
        printFidelity: output.fidelity?.score ?? null,
        printPath: output.fidelity?.path ?? null,
        debugInfo: debug ? JSON.stringify(debugInfo) : null,
      },
    })
    await capture(tx, held.userId, held.id)
    const wire = toMockupWire(mockup)
    const { debug_info: _, ...told } = wire
    await tellPictureEnded(tx, held.userId, held.id, { type: 'mockup.completed', data: { mockup: told } })
    await notify(tx, {
      id: held.id,
      userId: held.userId,
      status: 'done',
      progress: 100,
      ...(wire.debug_info === null && { mockup: wire }),
    })
    return held.id
  })
}
