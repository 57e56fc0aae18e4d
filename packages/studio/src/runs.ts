import { type Local, i32 } from './instructions.ts'
import type { Body } from './wasm.ts'

/** Kinds of pixels in a row's list of runs. */
export const KINDS = { ground: 0, edge: 1, product: 2, end: -1 } as const

/** Each run of a list of kinds and first pixels, which the kind `end` closes with the row's end. */
export function forRuns(
  body: Body,
  list: Local<'i32'>,
  each: (kind: Local<'i32'>, first: Local<'i32'>, end: Local<'i32'>) => void,
): void {
  const at = body.int(list)
  const kind = body.let(i32.load(at))
  const first = body.let(i32.load(at, 4))
  const end = body.int(0)
  body.while(
    () => i32.ne(kind, KINDS.end),
    () => {
      body.set(end, i32.load(at, 12))
      each(kind, first, end)
      body.add(at, 8)
      body.set(kind, i32.load(at))
      body.set(first, end)
    },
  )
}
