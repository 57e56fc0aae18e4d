/**
 * The instructions of WebAssembly that our loops use, its 128-bit vectors among them, as bytes.
 * Encoding: WebAssembly core specification 2.0, chapter 5.
 */
export type Type = 'i32' | 'f32' | 'v128'

/** A value on the stack, as the bytes that put it there. */
export type Expr<T extends Type = Type> = { readonly type: T; readonly bytes: readonly number[] }
export type Local<T extends Type = Type> = Expr<T> & { readonly index: number }
/** Wherever a value is wanted, a number stands for the constant. */
export type Value<T extends Type> = Expr<T> | number

/** A whole number from 0 up, in LEB128. */
export const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]

/** A 32-bit integer in signed LEB128. */
function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return isLast ? [low] : [low | 0x80, ...signed(rest)]
}

const floatBytes = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)]

/** A value as an expression: a number becomes the constant of the wanted type, the same in all lanes of a vector. */
export function lift<T extends Type>(type: T, value: Value<T>): Expr<T> {
  if (typeof value !== 'number') return value
  if (type === 'i32') return { type, bytes: [0x41, ...signed(value | 0)] }
  if (type === 'f32') return { type, bytes: [0x43, ...floatBytes(value)] }
  const lane = floatBytes(value)
  return { type, bytes: [0xfd, 12, ...lane, ...lane, ...lane, ...lane] }
}

/** A constant of four different lanes. */
export const lanes = (...values: readonly [number, number, number, number]): Expr<'v128'> => ({
  type: 'v128',
  bytes: [0xfd, 12, ...values.flatMap(floatBytes)],
})

const make = <T extends Type>(type: T, ...bytes: (number | readonly number[])[]): Expr<T> => ({
  type,
  bytes: bytes.flat(),
})

/** An operation of the plain set (one byte) or of the vectors (behind a prefix), on operands of one type. */
const plain =
  <A extends Type, R extends Type>(from: A, to: R, code: number, count: 1 | 2 = 2) =>
  (a: Value<A>, b: Value<A> = 0): Expr<R> =>
    make(to, lift(from, a).bytes, count === 2 ? lift(from, b).bytes : [], code)

const vector =
  <A extends Type, R extends Type>(from: A, to: R, code: number, count: 1 | 2 = 2) =>
  (a: Value<A>, b: Value<A> = 0): Expr<R> =>
    make(to, lift(from, a).bytes, count === 2 ? lift(from, b).bytes : [], 0xfd, unsigned(code))

const load =
  <R extends Type>(type: R, ...code: number[]) =>
  (at: Value<'i32'>, offset = 0): Expr<R> =>
    make(type, lift('i32', at).bytes, code, 0, unsigned(offset))

export const i32 = {
  add: plain('i32', 'i32', 0x6a),
  sub: plain('i32', 'i32', 0x6b),
  mul: plain('i32', 'i32', 0x6c),
  and: plain('i32', 'i32', 0x71),
  or: plain('i32', 'i32', 0x72),
  shl: plain('i32', 'i32', 0x74),
  lt: plain('i32', 'i32', 0x48),
  eq: plain('i32', 'i32', 0x46),
  ne: plain('i32', 'i32', 0x47),
  /** Towards zero, held inside the type's range. */
  truncate: (a: Value<'f32'>): Expr<'i32'> => make('i32', lift('f32', a).bytes, 0xfc, 0),
  load: load('i32', 0x28),
  load8: load('i32', 0x2d),
  load16: load('i32', 0x2f),
  /** The bits of a float. */
  bits: plain('f32', 'i32', 0xbc, 1),
}

export const f32 = {
  add: plain('f32', 'f32', 0x92),
  sub: plain('f32', 'f32', 0x93),
  mul: plain('f32', 'f32', 0x94),
  div: plain('f32', 'f32', 0x95),
  min: plain('f32', 'f32', 0x96),
  max: plain('f32', 'f32', 0x97),
  abs: plain('f32', 'f32', 0x8b, 1),
  neg: plain('f32', 'f32', 0x8c, 1),
  floor: plain('f32', 'f32', 0x8e, 1),
  nearest: plain('f32', 'f32', 0x90, 1),
  sqrt: plain('f32', 'f32', 0x91, 1),
  lt: plain('f32', 'i32', 0x5d),
  gt: plain('f32', 'i32', 0x5e),
  of: plain('i32', 'f32', 0xb2, 1),
  load: load('f32', 0x2a),
}

export const v128 = {
  load: load('v128', 0xfd, 0),
  /** Eight signed bytes as words. */
  load8x8Signed: load('v128', 0xfd, 1),
  /** Four 16-bit codes, or 32 or 64 bits with zeros above. */
  load16x4: load('v128', 0xfd, 4),
  load32: load('v128', 0xfd, 0x5c),
  load64: load('v128', 0xfd, 0x5d),
  loadSplat: load('v128', 0xfd, 9),
  /** `into` with 64 bits of memory in place of its lane 0 or 1. */
  load64Lane: (into: Expr<'v128'>, at: Value<'i32'>, lane: 0 | 1): Expr<'v128'> =>
    make('v128', lift('i32', at).bytes, into.bytes, 0xfd, 0x57, 0, 0, lane),
  load32Lane: (into: Expr<'v128'>, at: Value<'i32'>, lane: 0 | 1 | 2 | 3): Expr<'v128'> =>
    make('v128', lift('i32', at).bytes, into.bytes, 0xfd, 0x56, 0, 0, lane),
  and: vector('v128', 'v128', 0x4e),
  or: vector('v128', 'v128', 0x50),
  /** Bits of `a` where the mask has ones, of `b` elsewhere. */
  choose: (a: Value<'v128'>, b: Value<'v128'>, mask: Expr<'v128'>): Expr<'v128'> =>
    make('v128', lift('v128', a).bytes, lift('v128', b).bytes, mask.bytes, 0xfd, 0x52),
  anyTrue: vector('v128', 'i32', 0x53, 1),
  widen8: vector('v128', 'v128', 0x89, 1),
  widen8Signed: vector('v128', 'v128', 0x87, 1),
  widen16: vector('v128', 'v128', 0xa9, 1),
  widen16Signed: vector('v128', 'v128', 0xa7, 1),
  narrow32: vector('v128', 'v128', 0x85),
  narrow32Unsigned: vector('v128', 'v128', 0x86),
  narrow16: vector('v128', 'v128', 0x66),
  /** Lanes of 32 bits: 0 to 3 of `a`, 4 to 7 of `b`. */
  pick: (a: Expr<'v128'>, b: Expr<'v128'>, lanes: readonly [number, number, number, number]): Expr<'v128'> =>
    make(
      'v128',
      a.bytes,
      b.bytes,
      0xfd,
      13,
      lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
    ),
  /** Lanes of 16 bits: 0 to 7 of `a`, 8 to 15 of `b`. */
  pickWords: (a: Expr<'v128'>, b: Expr<'v128'>, lanes: readonly number[]): Expr<'v128'> =>
    make(
      'v128',
      a.bytes,
      b.bytes,
      0xfd,
      13,
      lanes.flatMap((lane) => [2 * lane, 2 * lane + 1]),
    ),
  /** Lanes of 8 bits: 0 to 15 of `a`, 16 to 31 of `b`. */
  pickBytes: (a: Expr<'v128'>, b: Expr<'v128'>, lanes: readonly number[]): Expr<'v128'> =>
    make('v128', a.bytes, b.bytes, 0xfd, 13, lanes),
}

const f32Lane = (a: Expr<'v128'>, lane: number): Expr<'f32'> => make('f32', a.bytes, 0xfd, 0x1f, lane)

export const f32x4 = {
  add: vector('v128', 'v128', 0xe4),
  sub: vector('v128', 'v128', 0xe5),
  mul: vector('v128', 'v128', 0xe6),
  div: vector('v128', 'v128', 0xe7),
  /** The lesser and the greater; one instruction each, without a rule for what is no number. */
  min: vector('v128', 'v128', 0xea),
  max: vector('v128', 'v128', 0xeb),
  abs: vector('v128', 'v128', 0xe0, 1),
  sqrt: vector('v128', 'v128', 0xe3, 1),
  floor: vector('v128', 'v128', 0x68, 1),
  nearest: vector('v128', 'v128', 0x6a, 1),
  gt: vector('v128', 'v128', 0x44),
  splat: vector('f32', 'v128', 0x13, 1),
  lane: f32Lane,
  withLane: (a: Expr<'v128'>, lane: number, value: Value<'f32'>): Expr<'v128'> =>
    make('v128', a.bytes, lift('f32', value).bytes, 0xfd, 0x20, lane),
  /** From and to lanes of 32-bit integers; `truncate` holds them inside the range. */
  of: vector('v128', 'v128', 0xfa, 1),
  truncate: vector('v128', 'v128', 0xf8, 1),
}

const shift =
  (code: number) =>
  (a: Value<'v128'>, by: Value<'i32'>): Expr<'v128'> =>
    make('v128', lift('v128', a).bytes, lift('i32', by).bytes, 0xfd, unsigned(code))

/** Of lanes of integers, for which no number stands: it would be the bits of a float. */
const whole =
  (code: number) =>
  (a: Expr<'v128'>, b: Expr<'v128'>): Expr<'v128'> =>
    make('v128', a.bytes, b.bytes, 0xfd, unsigned(code))

/** Lanes of 32-bit integers. */
export const i32x4 = {
  constant: (value: number): Expr<'v128'> => {
    const lane = [...new Uint8Array(Int32Array.of(value).buffer)]
    return { type: 'v128', bytes: [0xfd, 12, ...lane, ...lane, ...lane, ...lane] }
  },
  splat: vector('i32', 'v128', 0x11, 1),
  add: whole(0xae),
  sub: whole(0xb1),
  mul: whole(0xb5),
  shl: shift(0xab),
  /** Each lane the sum of two products of words side by side. */
  dot: whole(0xba),
  lane: (a: Expr<'v128'>, lane: number): Expr<'i32'> => make('i32', a.bytes, 0xfd, 0x1b, lane),
}

/** Lanes of 16-bit integers: words. */
export const i16x8 = {
  add: whole(0x8e),
  mul: whole(0x95),
  /** The sign stays. */
  shr: shift(0x8c),
}
