import { hash } from '@printroom/studio/random'
import { readChunks } from '../src/png-chunks.ts'
import { chunk, file, png } from './png-files.ts'

const KINDS = [
  { type: 6, depth: 8 },
  { type: 2, depth: 16 },
  { type: 4, depth: 8 },
  { type: 0, depth: 1 },
  { type: 6, depth: 16 },
]

/**
 * A damaged PNG, the same for the same seed: bytes altered, cut, lengths and header fields changed, chunks
 * swapped, doubled or dropped; every second one with its checksums put right, so that the damage goes deeper.
 */
export function mutate(seed: number): Uint8Array {
  let turn = 0
  const draw = (below: number) => hash(seed, turn++) % below
  const whole = png({ width: 1 + draw(64), height: 1 + draw(64), ...KINDS[draw(KINDS.length)]! }, [
    chunk('tEXt', Buffer.from('a\0b')),
  ])
  const chunks = readChunks(whole).map(({ name, from, to }) => ({ name, data: whole.slice(from, to) }))
  if (seed % 2 === 0) {
    const bytes = whole.slice()
    for (let i = 0; i <= draw(4); i++) bytes[8 + draw(bytes.length - 8)] = draw(256)
    return draw(3) === 0 ? bytes.subarray(0, draw(bytes.length)) : bytes
  }
  for (let i = 0; i <= draw(3); i++) {
    const at = draw(chunks.length)
    const { data } = chunks[at]!
    if (draw(3) > 0 && data.length > 0) data[draw(data.length)] = draw(256)
    else if (draw(3) === 0) chunks.splice(at, 1)
    else chunks.splice(draw(chunks.length + 1), 0, chunks[at]!)
    if (chunks.length === 0) break
  }
  return file(...chunks.map(({ name, data }) => chunk(name, data)))
}
