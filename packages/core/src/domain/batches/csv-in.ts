import type { BatchItem, BatchCsvWire, BatchRefusal } from '@printroom/contract/batches'
import { FRONT } from '@printroom/contract/catalogue'
import { BATCH_CSV_MAX_LINES, BATCH_MAX_PICTURES, LISTING_TITLE_MAX_CHARS } from '@printroom/contract/limits'
import type { SceneReportWire } from '@printroom/contract/scenes'
import { parse } from 'csv-parse/sync'
import type { Context, UserId } from '../../context.ts'
import {
  type NamedScene,
  isNamedBy,
  readColour,
  readColourOn,
  readOwnScene,
  readProduct,
  readScene,
  readSide,
} from './csv-words.ts'
import { COLUMNS, type Column } from './csv-columns.ts'
import { inWords, settle } from './picture.ts'

const NEEDED = ['file', 'product', 'colour', 'scene'] as const satisfies readonly Column[]
const NAMES = `${NEEDED.join(', ')}, side and title`
const FIELD_MAX_CHARS = 300
/** What `csvField` puts before a formula. */
const GUARD = /^'(?=\s*[=+\-@]|[\t\r\n])/

type Line = { number: number; fields: string[] }
/** The newest design of a name. `isOne`: all that are called so have the same pixels. */
type Found = { id: string; filename: string; count: number; isOne: boolean }

/**
 * The pictures that a CSV asks for (RFC 4180 in UTF-8; commas, semicolons or tabs), a line each under a line of names: the
 * design's file name, product, colour, scene and, if wanted, side and title. A scene may be one of the seller's
 * own, by its name. What `batchCsv` writes is read back. Every wrong line
 * is told with its number, counted as an editor does, and then there are no items.
 */
export async function readCsv(context: Context, userId: UserId, text: string): Promise<BatchCsvWire> {
  const read = linesOf(text)
  if ('refusal' in read) return { items: [], refused: [read.refusal] }
  const { at, lines, refused } = read
  const field = ({ fields }: Line, column: Column) => (fields[at.get(column) ?? -1] ?? '').trim().replace(GUARD, '')
  const designs = await designsNamed(context, userId, new Set(lines.map((line) => field(line, 'file'))))
  const scenes = await scenesNamed(context, userId)

  const items: BatchItem[] = []
  for (const line of lines) {
    const [item, ...problems] = itemOf((column) => field(line, column), designs, scenes, context)
    if (item && problems.length === 0) items.push(item)
    else refused.push(refusalOf(line.number, problems.join('; ')))
  }
  refused.sort((one, other) => lineOf(one) - lineOf(other))
  return refused.length > 0 ? { items: [], refused } : { items, refused }
}

const refusalOf = (number: number, problem: string): BatchRefusal => ({
  where: `line ${number}`,
  error: `Line ${number}: ${problem}.`,
})
const lineOf = ({ where }: BatchRefusal): number => Number(where.slice('line '.length))

type Read = { at: Map<Column, number>; lines: Line[]; refused: BatchRefusal[] }

/** The lines of the file with their fields, and where its columns stand; or what is wrong with the file. */
function linesOf(text: string): Read | { refusal: BatchRefusal } {
  const refused = (number: number, problem: string) => ({ refusal: refusalOf(number, problem) })
  const body = text.replace(/\r\n?/g, '\n')
  if (hasMoreLines(body, BATCH_CSV_MAX_LINES))
    return refused(
      BATCH_CSV_MAX_LINES + 1,
      `a batch has at most ${BATCH_MAX_PICTURES} pictures, and a file at most ${BATCH_CSV_MAX_LINES} lines`,
    )
  const lines: Line[] = []
  // A record is told with the line that it ends on: it began behind the one before it, blank lines being records too.
  let end = 0
  try {
    parse(body, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      on_record(fields: string[], { lines: line }) {
        lines.push({ number: end + 1, fields })
        end = line
      },
    })
  } catch {
    return refused(end + 1, 'a quotation mark is not closed, or stands inside a field without being doubled')
  }
  const [head, ...rows] = lines
  const names = head?.fields.map((name) => name.trim().toLowerCase()) ?? []
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name))
  const missing = NEEDED.filter((name) => !names.includes(name))
  if (missing.length > 0) return refused(1, `the columns have to be ${NAMES}; missing is ${missing.join(', ')}`)
  if (unknown !== undefined) return refused(1, `there is no column “${unknown.slice(0, 40)}”; the columns are ${NAMES}`)
  if (new Set(names).size < names.length) return refused(1, 'a column stands there twice')
  const filled = rows.filter(({ fields }) => fields.some((field) => field.trim() !== ''))
  if (filled.length === 0) return refused(2, 'no picture is asked for')
  if (filled.length > BATCH_MAX_PICTURES)
    return refused(filled[BATCH_MAX_PICTURES]?.number ?? 0, `a batch has at most ${BATCH_MAX_PICTURES} pictures`)
  const uneven = filled.filter(({ fields }) => fields.length !== names.length)
  return {
    at: new Map(names.map((name, index) => [name as Column, index])),
    lines: filled.filter(({ fields }) => fields.length === names.length),
    refused: uneven.map(({ number, fields }) =>
      refusalOf(number, `it has ${fields.length} fields, and the first line ${names.length}`),
    ),
  }
}

/** Each line costs the parser as much as a long one, so that they are counted before. */
function hasMoreLines(text: string, most: number): boolean {
  let at = -1
  for (let breaks = 0; breaks < most; breaks += 1) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return true
}

/** What stands most often in the line of names: spreadsheets write commas or, where those are decimal, semicolons. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1)
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** A seller's designs by these file names: a row a name, however many are called so. */
async function designsNamed({ db }: Context, userId: UserId, names: Set<string>): Promise<Map<string, Found>> {
  const found = await db.$queryRaw<Found[]>`
    SELECT (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS id, filename, count(*)::int AS count,
      count(*) = 1 OR (count(content_hash) = count(*) AND min(content_hash) = max(content_hash)) AS "isOne"
    FROM designs WHERE user_id = ${userId}::uuid AND filename = ANY(${[...names]}) GROUP BY filename`
  return new Map(found.map((design) => [design.filename, design]))
}

function itemOf(
  field: (column: Column) => string,
  designs: Map<string, Found>,
  scenes: readonly NamedScene[],
  { engine }: Context,
): [BatchItem | null, ...string[]] {
  const problems: string[] = []
  const noted = <Value>(value: Value | { problem: string }): Value | null => {
    if (!(typeof value === 'object' && value !== null && 'problem' in value)) return value as Value
    problems.push(value.problem)
    return null
  }
  const long = ([...NEEDED, 'side'] as const).find((column) => field(column).length > FIELD_MAX_CHARS)
  if (long) return [null, `the ${long} is longer than ${FIELD_MAX_CHARS} characters`]
  const design = noted(designOf(field('file'), designs))
  const title = field('title')
  if (title.length > LISTING_TITLE_MAX_CHARS)
    problems.push(`the title is longer than ${LISTING_TITLE_MAX_CHARS} characters`)
  const own = readOwnScene(
    field('scene'),
    scenes.filter((scene) => isNamedBy(scene, field('product'))),
  )
  if (own) {
    const colour = noted(readColourOn(field('colour'), own.scene))
    if (!design || !colour) return [null, ...problems]
    return [
      { ...NOTHING, design_id: design.id, colour, design_size: own.size, scene: own.scene.id, title: title || null },
      ...problems,
    ]
  }
  const product = noted(readProduct(field('product')))
  const scene = noted(readScene(field('scene'), product?.product))
  const colour = product && noted(readColour(field('colour'), product))
  const side = product && noted(readSide(field('side'), product.product))
  if (!design || !product || !scene || !colour || !side) return [null, ...problems]
  const choices = { ...product, colour, ...scene, ...(side !== FRONT && { side }) }
  const settled = settle(choices, { engine })
  if ('error' in settled) problems.push(`${inWords(choices)}: ${settled.error}`)
  return [{ design_id: design.id, ...choices, title: title || null }, ...problems]
}

/** What a scene of the seller's own says itself. */
const NOTHING = { product: '', model_style: '', background: '' }

/** A seller's scenes that mockups can be made on, newest first. */
async function scenesNamed({ db }: Context, userId: UserId): Promise<NamedScene[]> {
  const scenes = await db.scene.findMany({
    where: { userId, fileKey: { not: null } },
    select: { id: true, name: true, product: true, report: true },
    orderBy: { createdAt: 'desc' },
  })
  return scenes.map(({ id, name, product, report }) => {
    const { recolours } = report as SceneReportWire
    return { id, name, product, recolours }
  })
}

function designOf(name: string, designs: Map<string, Found>): Found | { problem: string } {
  if (!name) return { problem: 'the design’s file name is missing' }
  const found = designs.get(name)
  if (!found) return { problem: `you have no design called “${name.slice(0, 80)}”` }
  // The same file uploaded twice is one design to its seller.
  return found.isOne
    ? found
    : { problem: `${found.count} of your designs are called “${name.slice(0, 80)}”: rename one` }
}
