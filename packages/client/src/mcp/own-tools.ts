import type { JSONObject } from '@modelcontextprotocol/server'
import { unzipSync } from 'fflate'
import type { Printroom } from '../client.ts'
import { downloadOf } from '../files.ts'
import type { Transport } from '../transport.ts'
import type { FileFormat, ShopPreset } from '../wire.ts'
import { Refused, readDesign, saveInto } from './folders.ts'

export type OwnTool = {
  name: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, JSONObject>; required: string[] }
  outputSchema: { type: 'object'; properties: Record<string, JSONObject>; required: string[] }
  isReading: boolean
  run(input: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>>
}
/** Programs give a call up after a minute, and a listing of large pictures takes longer on a slow server. */
const PATIENCE_MS = 45_000

type Given = { transport: Transport; printroom: Printroom; designs: string; out: string | undefined }

const text = (description: string) => ({ type: 'string', description })
const words = (description: string, ...values: string[]) => ({ type: 'string', enum: values, description })

/** A field of what an agent sent. @throws Refused */
function textOf(input: Record<string, unknown>, name: string): string {
  const value = input[name]
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value
  throw new Refused(`${name} is missing, or no text.`, `Send ${name}.`)
}
const optional = (input: Record<string, unknown>, name: string): string | undefined =>
  input[name] === undefined || input[name] === null ? undefined : textOf(input, name)

/** An id stands in an address. @throws Refused */
function idOf(input: Record<string, unknown>, name: string): string {
  const id = textOf(input, name)
  if (/^[\da-f-]{36}$/i.test(id)) return id
  throw new Refused(`${name} is no id.`, 'Take it from an answer of wait, list_mockups or make_batch.')
}

/** What only this machine can do: read a design, and save pictures where there is a folder for them. */
export function ownTools({ transport, printroom, designs, out }: Given): OwnTool[] {
  const upload: OwnTool = {
    name: 'upload_design',
    description: `Uploads a PNG by its path, of 10 MB at most, from ${designs}. Its id is good for every product.`,
    inputSchema: { type: 'object', properties: { path: text(`In ${designs}.`) }, required: ['path'] },
    outputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        filename: { type: 'string' },
        width: { type: 'number' },
        height: { type: 'number' },
      },
      required: ['id', 'filename', 'width', 'height'],
    },
    isReading: false,
    async run(input, signal) {
      const { bytes, filename } = await readDesign(designs, textOf(input, 'path'))
      const { id, width, height, ...design } = await printroom.designs.upload(new Uint8Array(bytes), {
        filename,
        signal,
      })
      return { id, filename: design.filename, width, height }
    },
  }
  if (out === undefined) return [upload]
  const saved = {
    type: 'object' as const,
    properties: {
      is_done: { type: 'boolean' },
      paths: { type: 'array', items: { type: 'string' } },
      next: { type: ['string', 'null'], description: 'What to do now.' },
    },
    required: ['is_done', 'paths', 'next'],
  }
  /** What the server composes meanwhile it keeps: whoever comes again waits for the rest. */
  const inTime = async (signal: AbortSignal, save: (signal: AbortSignal) => Promise<string[]>) => {
    const late = AbortSignal.timeout(PATIENCE_MS)
    try {
      return { is_done: true, paths: await save(AbortSignal.any([signal, late])), next: null }
    } catch (error) {
      if (!late.aborted || signal.aborted) throw error
      return {
        is_done: false,
        paths: [],
        next: 'Call it again: the pictures are being composed, and what is done is kept.',
      }
    }
  }
  const saveMockup: OwnTool = {
    name: 'save_mockup',
    description: `Saves a mockup's picture to ${out}, as it was made or in the shape of a shop.`,
    inputSchema: {
      type: 'object',
      properties: {
        id: text('The mockup’s.'),
        preset: words('Whose shape.', 'etsy', 'shopify', 'amazon', 'instagram'),
        format: words('Of the file.', 'jpeg', 'png', 'webp'),
      },
      required: ['id'],
    },
    outputSchema: saved,
    isReading: false,
    async run(input, given) {
      const presentation = {
        preset: optional(input, 'preset') as ShopPreset | undefined,
        format: optional(input, 'format') as FileFormat | undefined,
      }
      const download = printroom.mockups.download(idOf(input, 'id'), presentation)
      return inTime(given, async (signal) => {
        const { bytes, filename } = await download.bytes({ signal })
        return [await saveInto(out, filename, bytes)]
      })
    },
  }
  const saveListing: OwnTool = {
    name: 'save_listing',
    description: `Saves a batch that is done to ${out} as listings of its pack: in the shop's sizes and crops, the main picture first.`,
    inputSchema: {
      type: 'object',
      properties: { batch_id: text('The batch’s.'), pack_id: text('Another pack than its own.') },
      required: ['batch_id'],
    },
    outputSchema: saved,
    isReading: false,
    async run(input, given) {
      const call = {
        path: `/api/batches/${idOf(input, 'batch_id')}/listings.zip`,
        query: { pack_id: optional(input, 'pack_id') },
      }
      return inTime(given, async (signal) => {
        const { bytes } = await downloadOf(transport, call, 'listings.zip').bytes({ signal })
        const paths: string[] = []
        for (const [name, file] of Object.entries(unzipSync(bytes)))
          if (!name.endsWith('/')) paths.push(await saveInto(out, name, file))
        return paths
      })
    },
  }
  return [upload, saveMockup, saveListing]
}
