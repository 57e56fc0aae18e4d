import { randomBytes } from 'node:crypto'
import type { Settings } from '@printroom/contract/schemas'
import type { Context } from '../context.ts'
import { capture } from '../credits/ledger.ts'
import { folderNameOf } from '../mockups/naming.ts'
import { EngineRefusal, Overtaken, type EngineOutput, type Original } from '../ports/engine.ts'
import { storeOwned } from '../storage/own.ts'
import type { GenerationInput } from './request.ts'
import { promptOf } from './prompt.ts'
import { claim, giveUp, notify, report, type Claim } from './steps.ts'

const GAVE_UP = 'We could not make this mockup after several tries. Your credit is back.'
/** Progress is written at most this often, so that eight renders do not write a hundred rows a second. */
const REPORT_EVERY_MS = 250
const SAVING_PERCENT = 95

/**
 * Makes one mockup: claims the generation, runs the engine, stores the files and commits the picture, the captured
 * credit and the news in one transaction. An attempt that another has overtaken leaves quietly and drops its files.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the credit goes back instead
 */
export async function renderGeneration(context: Context, id: string, isLastTry: boolean): Promise<void> {
  const { db, log } = context
  const held = await claim(db, id)
  if (!held) return
  try {
    await attempt(context, held)
  } catch (error) {
    if (error instanceof Overtaken) return
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

async function attempt(context: Context, held: Claim): Promise<void> {
  const { db, engine, storage } = context
  const generation = await db.generation.findUniqueOrThrow({ where: { id: held.id }, include: { design: true } })
  const { design, seed } = generation
  if (!design) throw new EngineRefusal('The design was deleted before its mockup was made. Your credit is back.')
  const { settings, recolours } = generation.input as unknown as GenerationInput

  const startedAt = Date.now()
  let reportedAt = 0
  let reporting: Promise<unknown> = Promise.resolve()
  const onProgress = (percent: number) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = Date.now()
    reporting = reporting.then(() => report(db, held, Math.min(SAVING_PERCENT - 1, Math.round(percent))))
  }
  const ids = [...generation.providerIds]
  const remember = async (providerId: string) => {
    const mine = { id: held.id, attempt: held.attempt, status: 'rendering' } as const
    const { count } = await db.generation.updateMany({ where: mine, data: { providerId, providerIds: { push: providerId } } })
    if (count > 0) ids.push(providerId)
    return count > 0
  }
  const provider = { ids, remember }
  const original = recolours ? await originalOf(context, held.userId, recolours, { designId: design.id, settings }) : null
  const output = await engine.make({ generationId: held.id, settings, seed, design: await storage.get(design.fileKey), provider, original }, onProgress)
  await reporting
  if (!(await report(db, held, SAVING_PERCENT))) return
  await deliver(context, held, { ...generation, design }, output)
  context.log.info({ generation: held.id, attempt: held.attempt, ms: Date.now() - startedAt }, 'a mockup is done')
}

/** The picture to recolour; null when it is gone, or shows something else but for its colour: then the same shot is made anew. */
async function originalOf({ db, storage }: Context, userId: string, id: string, { designId, settings }: { designId: string; settings: Settings }): Promise<Original | null> {
  const mockup = await db.mockup.findFirst({ where: { id, userId, designId } })
  if (!mockup) return null
  const { product, productModel, modelStyle, background, modelGender, designSize } = mockup
  const isSame =
    product === settings.product &&
    productModel === settings.product_model &&
    modelStyle === settings.model_style &&
    background === settings.background &&
    modelGender === settings.model_gender &&
    designSize === settings.design_size
  return isSame ? { colour: mockup.colour, open: () => storage.get(mockup.fileKey) } : null
}

type Delivered = {
  input: unknown
  design: { id: string; filename: string; fileSize: number }
}

async function deliver(context: Context, held: Claim, { input, design }: Delivered, output: EngineOutput): Promise<void> {
  const { clock } = context
  const { settings, debug } = input as GenerationInput
  const name = `${held.id}-${held.attempt}-${randomBytes(8).toString('hex')}`
  const fileKey = `mockup-${name}.jpg`
  const thumbnailKey = `mockup-thumb-${name}.webp`
  const files = [
    { key: fileKey, bytes: output.image, contentType: 'image/jpeg' },
    { key: thumbnailKey, bytes: output.thumbnail, contentType: 'image/webp' },
  ]
  const debugInfo = {
    timestamp: clock.now().toISOString(),
    designInfo: { id: design.id, filename: design.filename, fileSize: design.fileSize },
    mockupData: { ...settings, engine: context.engine.name, ...output.details, ...(output.fidelity ? { fidelity: output.fidelity } : {}) },
    prompt: output.prompt ?? promptOf(settings, design.filename),
  }

  await storeOwned(context, files, async (tx) => {
    const { count } = await tx.generation.updateMany({
      where: { id: held.id, attempt: held.attempt, status: 'rendering' },
      data: { status: 'done', progress: 100, finishedAt: clock.now() },
    })
    if (count === 0) return null
    await tx.mockup.create({
      data: {
        userId: held.userId,
        designId: design.id,
        generationId: held.id,
        product: settings.product,
        productModel: settings.product_model,
        colour: settings.colour,
        modelStyle: settings.model_style,
        background: settings.background,
        modelGender: settings.model_gender,
        designSize: settings.design_size,
        fileKey,
        thumbnailKey,
        folderName: folderNameOf(design),
        printFidelity: output.fidelity?.score ?? null,
        printPath: output.fidelity?.path ?? null,
        debugInfo: debug ? JSON.stringify(debugInfo) : null,
      },
    })
    await capture(tx, held.userId, held.id)
    await notify(tx, { id: held.id, userId: held.userId, status: 'done', progress: 100 })
    return held.id
  })
}
