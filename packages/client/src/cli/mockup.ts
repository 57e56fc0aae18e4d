import type { Printroom } from '../client.ts'
import { ConflictError, NotFoundError, ValidationError } from '../errors.ts'
import type { MockupOrder } from '../mockups.ts'
import type { FileFormat, Mockup, ShopPreset } from '../wire.ts'
import { UsageError } from './exit-codes.ts'
import type { ProgressLine } from './progress.ts'
import { picturesOf } from './scene.ts'
import type { Values } from './usage.ts'

export type Doing = {
  printroom: Printroom
  values: Values
  progress: ProgressLine
  say: (line: string) => void
  signal: AbortSignal
}
/** What is told at the end: lines for a person, and the same for a program. The code is that of what went wrong first. */
export type Done = { lines: string[]; json: unknown; failure?: unknown }

/** Uploads a design, makes each picture that was asked for, and writes it to the folder. */
export async function makeMockups(file: string, { printroom, values, progress, say, signal }: Doing): Promise<Done> {
  const wanted = await wantedOf(printroom, values, signal)
  progress.show(`uploading ${file}`)
  const design = await printroom.designs.upload(file, { signal }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UsageError(`There is no file ${file}.`) : error
  })
  const orders: MockupOrder[] = []
  const made: { mockup: Mockup; path: string }[] = []
  const percent = wanted.map(() => 0)
  const show = () =>
    progress.show(
      `${made.length} of ${wanted.length} made, ${Math.round(percent.reduce((sum, each) => sum + each, 0) / wanted.length)} %`,
    )
  try {
    for (const choices of wanted) {
      signal.throwIfAborted()
      // Not to be cut off: what is ordered has to be known, to be given up.
      orders.push(await choices(design.id))
    }
    show()
    const ends = await Promise.allSettled(
      orders.map(async (order, at) => {
        const mockup = await order.wait({
          signal,
          onProgress: ({ progress: done }) => {
            percent[at] = done
            show()
          },
        })
        const presentation = { preset: values.preset as ShopPreset, format: values.format as FileFormat }
        const path = await printroom.mockups.download(mockup, presentation).saveTo(`${values.out ?? '.'}/`, { signal })
        made.push({ mockup, path })
        percent[at] = 100
        show()
      }),
    )
    signal.throwIfAborted()
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []))
    return {
      lines: [...made.map(({ path }) => path), ...failures.map(({ message }) => `failed: ${message}`)],
      json: {
        design,
        mockups: made.map(({ mockup, path }) => ({ ...mockup, path })),
        failed: failures.map(({ message }) => message),
      },
      failure: failures[0],
    }
  } catch (error) {
    if (signal.aborted || orders.length > made.length) await giveUp(orders, made.length, wanted.length, say)
    throw error instanceof ValidationError ? new UsageError(error.message) : error
  }
}

type Ordering = (designId: string) => Promise<MockupOrder>

/** How each picture is ordered: on a scene of the seller's own, or from the catalogue. @throws UsageError */
async function wantedOf({ mockups, catalogue }: Printroom, values: Values, signal: AbortSignal): Promise<Ordering[]> {
  const { on, size, colour = [undefined] } = values
  if (on === undefined)
    return picturesOf(values, await catalogue({ signal })).map(
      (choices) => (design_id) => mockups.create({ design_id, ...choices }),
    )
  const other = (['product', 'model', 'scene', 'gender', 'side'] as const).find((name) => values[name] !== undefined)
  if (other) throw new UsageError(`--on is a scene of its own product and side: leave --${other} out.`)
  return colour.map(
    (each) => (design_id) =>
      mockups.createOnScene({
        scene_id: on,
        design_id,
        colour: each,
        ...(size !== undefined && { design_size: size }),
      }),
  )
}

/** What nobody has begun is given up; what has begun is the seller's when it is made. */
async function giveUp(
  orders: readonly MockupOrder[],
  made: number,
  wanted: number,
  say: (line: string) => void,
): Promise<void> {
  const ends = await Promise.allSettled(orders.map((order) => order.cancel()))
  const begun = ends.filter((end) => end.status === 'rejected' && end.reason instanceof ConflictError).length
  const unknown = ends.filter(
    (end) => end.status === 'rejected' && !(end.reason instanceof ConflictError || end.reason instanceof NotFoundError),
  ).length
  const given = ends.filter(({ status }) => status === 'fulfilled').length
  say(
    [
      `${made} of ${wanted} written`,
      `${given} given up, with their credits back`,
      ...(begun > 0 ? [`${begun} begun: they will be among your mockups`] : []),
      ...(unknown > 0 ? [`${unknown} could not be given up: look among your mockups`] : []),
    ].join('; '),
  )
}
