/**
 * A small assembler for WebAssembly with its 128-bit vectors: the inner loops of the compositor are written with it in
 * TypeScript and assembled when they are first wanted, so that there is no second language, no build step and no
 * binary in the repository, in Node and in the browser alike. It knows the instructions that our loops use.
 * Encoding: WebAssembly core specification 2.0, chapter 5.
 */
export type Type = 'i32' | 'f32' | 'v128'

/** A value on the stack, as the bytes that put it there. */
export type Expr<T extends Type = Type> = { readonly type: T; readonly bytes: readonly number[] }
export type Local<T extends Type = Type> = Expr<T> & { readonly index: number }
/** Wherever a value is wanted, a number stands for the constant. */
export type Value<T extends Type> = Expr<T> | number

export type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

/** What we use of the platform's object: neither Node's types nor the language's have it. */
type Platform = {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: Record<string, Record<string, unknown>>) => { exports: Record<string, unknown> }
}
const platform = (globalThis as unknown as { WebAssembly: Platform }).WebAssembly

export const createMemory = (pages: number): Memory => new platform.Memory({ initial: pages })

const TYPE_CODES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, v128: 0x7b }

const unsigned = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)])

function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return isLast ? [low] : [low | 0x80, ...signed(rest)]
}

const floatBytes = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)]

function lift<T extends Type>(type: T, value: Value<T>): Expr<T> {
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

const make = <T extends Type>(type: T, ...bytes: (number | readonly number[])[]): Expr<T> => ({ type, bytes: bytes.flat() })

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
    make('v128', a.bytes, b.bytes, 0xfd, 13, lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3])),
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
  gt: vector('v128', 'v128', 0x44),
  splat: vector('f32', 'v128', 0x13, 1),
  lane: f32Lane,
  withLane: (a: Expr<'v128'>, lane: number, value: Value<'f32'>): Expr<'v128'> =>
    make('v128', a.bytes, lift('f32', value).bytes, 0xfd, 0x20, lane),
  /** From and to lanes of 32-bit integers; `truncate` holds them inside the range. */
  of: vector('v128', 'v128', 0xfa, 1),
  truncate: vector('v128', 'v128', 0xf8, 1),
}

/**
 * Whole numbers of lanes below 2²² without a conversion: added to this, a float's lowest bits are the nearest whole number.
 */
const MAGIC = 1.5 * 2 ** 23
/** The bits of zero in this form: to be taken off for the whole number itself. */
export const MAGIC_BITS = 0x4b400000

/** The next lower whole numbers, as floats and as bits; of a whole number itself, or the one below it. */
export function floors(body: Body, lanes: Local<'v128'>): { whole: Expr<'v128'>; bits: Local<'v128'> } {
  const bits = body.let(f32x4.add(f32x4.sub(lanes, 0.5), MAGIC))
  return { whole: f32x4.sub(bits, MAGIC), bits }
}

export const i32Lane = (a: Expr<'v128'>, lane: number): Expr<'i32'> => make('i32', a.bytes, 0xfd, 0x1b, lane)

/** The body of a function, written down statement by statement. */
export class Body {
  readonly bytes: number[] = []
  readonly locals: Type[] = []
  constructor(private readonly parameters: number) {}

  private local<T extends Type>(type: T): Local<T> {
    const index = this.parameters + this.locals.length
    this.locals.push(type)
    return { type, index, bytes: [0x20, ...unsigned(index)] }
  }

  /** A new variable with its first value. */
  let<T extends Type>(value: Expr<T>): Local<T> {
    const variable = this.local(value.type)
    this.set(variable, value)
    return variable
  }

  int = (value: Value<'i32'>): Local<'i32'> => this.let(lift('i32', value))
  float = (value: Value<'f32'>): Local<'f32'> => this.let(lift('f32', value))
  lanes = (value: Value<'v128'>): Local<'v128'> => this.let(lift('v128', value))

  set<T extends Type>(variable: Local<T>, value: Value<T>): void {
    this.bytes.push(...lift(variable.type, value).bytes, 0x21, ...unsigned(variable.index))
  }

  /** Adds in place; to a pointer or counter, or to a sum. */
  add(variable: Local, value: Expr | number): void {
    if (variable.type === 'i32') this.set(variable as Local<'i32'>, i32.add(variable as Local<'i32'>, value as Value<'i32'>))
    else if (variable.type === 'f32') this.set(variable as Local<'f32'>, f32.add(variable as Local<'f32'>, value as Value<'f32'>))
    else this.set(variable as Local<'v128'>, f32x4.add(variable as Local<'v128'>, value as Value<'v128'>))
  }

  if(condition: Expr<'i32'>, then: () => void, otherwise?: () => void): void {
    this.bytes.push(...condition.bytes, 0x04, 0x40)
    then()
    if (otherwise) {
      this.bytes.push(0x05)
      otherwise()
    }
    this.bytes.push(0x0b)
  }

  /** Repeats while the condition holds, asked before each round. */
  while(condition: () => Expr<'i32'>, round: () => void): void {
    this.bytes.push(0x02, 0x40, 0x03, 0x40, ...condition().bytes, 0x45, 0x0d, 1)
    round()
    this.bytes.push(0x0c, 0, 0x0b, 0x0b)
  }

  /** Counts a variable of its own up to, not including, `end`. */
  for(from: Value<'i32'>, end: Value<'i32'>, round: (i: Local<'i32'>) => void, step = 1): void {
    const i = this.int(from)
    this.while(
      () => i32.lt(i, end),
      () => {
        round(i)
        this.add(i, step)
      },
    )
  }

  private write(at: Value<'i32'>, value: Expr, offset: number, ...code: number[]): void {
    this.bytes.push(...lift('i32', at).bytes, ...value.bytes, ...code, 0, ...unsigned(offset))
  }

  store8 = (at: Value<'i32'>, value: Value<'i32'>, offset = 0): void => this.write(at, lift('i32', value), offset, 0x3a)
  store32 = (at: Value<'i32'>, value: Value<'i32'>, offset = 0): void => this.write(at, lift('i32', value), offset, 0x36)
  storeFloat = (at: Value<'i32'>, value: Value<'f32'>, offset = 0): void => this.write(at, lift('f32', value), offset, 0x38)
  store = (at: Value<'i32'>, value: Value<'v128'>, offset = 0): void => this.write(at, lift('v128', value), offset, 0xfd, 11)
  /** The lower half of a vector. */
  store64 = (at: Value<'i32'>, value: Expr<'v128'>, offset = 0): void => {
    this.bytes.push(...lift('i32', at).bytes, ...value.bytes, 0xfd, 0x5b, 0, ...unsigned(offset), 0)
  }
}

type Settings = Record<string, 'i32' | 'f32'>
type Inside<S extends Settings, P extends readonly string[]> = { readonly [K in keyof S]: Local<S[K]> } & {
  readonly [K in P[number]]: Local<'i32'>
}

/**
 * A function of the module. Its settings are written into memory once a picture, its parameters (addresses and counts)
 * are given at each call. It returns nothing.
 */
export type Kernel<S extends Settings = Settings, P extends readonly string[] = readonly string[]> = {
  readonly settings: S
  readonly parameters: P
  readonly body: Body
}

export function kernel<const S extends Settings, const P extends readonly string[]>(
  settings: S,
  parameters: P,
  write: (p: Inside<S, P>, body: Body) => void,
): Kernel<S, P> {
  const body = new Body(parameters.length + 1)
  const block: Local<'i32'> = { type: 'i32', index: 0, bytes: [0x20, 0] }
  const given = parameters.map((name, i) => [name, { type: 'i32', index: i + 1, bytes: [0x20, ...unsigned(i + 1)] }])
  const set = Object.entries(settings).map(([name, type], i) => [name, body.let(type === 'i32' ? i32.load(block, 4 * i) : f32.load(block, 4 * i))])
  write(Object.fromEntries([...given, ...set]) as Inside<S, P>, body)
  return { settings, parameters, body }
}

type Numbers<P extends readonly string[]> = { [I in keyof P]: number }
type ValuesOf<S extends Settings> = { readonly [K in keyof S]: number }
/** Takes a kernel's settings and gives the function that runs it. */
type Setting<K> = K extends Kernel<infer S, infer P> ? (values: ValuesOf<S>) => (...parameters: Numbers<P>) => void : never
export type Settable<K> = { readonly [Name in keyof K]: Setting<K[Name]> }

const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const content = [...unsigned(items.length), ...items.flat()]
  return [id, ...unsigned(content.length), ...content]
}

const nameOf = (name: string): number[] => [...unsigned(name.length), ...Array.from(name, (letter) => letter.charCodeAt(0))]

/** Assembles the kernels into one module and starts it. `put` keeps a block of settings in memory and gives its address. */
export function assemble<const K extends Record<string, Kernel>>(
  kernels: K,
  memory: Memory,
  put: (block: ArrayBufferView) => number,
): Settable<K> {
  const all = Object.entries(kernels)
  const bytes = [
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, all.map(([, { parameters }]) => {
      const count = parameters.length + 1
      return [0x60, ...unsigned(count), ...Array.from({ length: count }, () => TYPE_CODES.i32), 0]
    })),
    ...section(2, [[...nameOf('studio'), ...nameOf('memory'), 2, 0, 1]]),
    ...section(3, all.map((_, index) => unsigned(index))),
    ...section(7, all.map(([name], index) => [...nameOf(name), 0, ...unsigned(index)])),
    ...section(10, all.map(([, { body }]) => {
      const locals = body.locals.map((type) => [1, TYPE_CODES[type]])
      const code = [...unsigned(locals.length), ...locals.flat(), ...body.bytes, 0x0b]
      return [...unsigned(code.length), ...code]
    })),
  ]
  const { exports } = new platform.Instance(new platform.Module(Uint8Array.from(bytes)), { studio: { memory } })
  const settable = all.map(([name, { settings }]) => {
    const run = exports[name] as (...values: number[]) => void
    const set = (values: Record<string, number>) => {
      const block = new DataView(new ArrayBuffer(4 * Object.keys(settings).length))
      Object.entries(settings).forEach(([key, type], i) =>
        type === 'i32' ? block.setInt32(4 * i, values[key]!, true) : block.setFloat32(4 * i, values[key]!, true),
      )
      return run.bind(null, put(block))
    }
    return [name, set]
  })
  return Object.fromEntries(settable) as Settable<K>
}
