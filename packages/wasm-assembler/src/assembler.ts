import { type Expr, type Local, type Type, type Value, f32, f32x4, i32, lift, unsigned } from './instructions.ts'

/**
 * A small assembler for WebAssembly with its 128-bit vectors: inner loops are written with it in TypeScript and assembled
 * when they are first wanted, so that there is no second language, no build step and no binary in the repository, in Node
 * and in the browser alike.
 * Its format: WebAssembly core specification 2.0, chapter 5.
 */

export type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

/** What we use of the platform's object: neither Node's types nor the language's have it. */
type Platform = {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { exports: Record<string, unknown> }
}
const platform = (globalThis as unknown as { WebAssembly: Platform }).WebAssembly

/** Memory of `pages` pages of 64 KiB, which modules share. */
export const createMemory = (pages: number): Memory => new platform.Memory({ initial: pages })

const TYPE_CODES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, v128: 0x7b }

/**
 * Whole numbers of lanes below 2²² without a conversion: added to this, a float's lowest bits are the nearest whole number.
 */
const MAGIC = 1.5 * 2 ** 23
/** The bits of zero in this form: to be taken off for the whole number itself. */
export const MAGIC_BITS = 0x4b400000

/** The nearest whole numbers, as integers in the lower 16 bits of each lane: the bits above are not theirs. */
export const nearest = (lanes: Expr<'v128'>): Expr<'v128'> => f32x4.add(lanes, MAGIC)

/** The next lower whole numbers, as floats and as bits; of a whole number itself, or the one below it. */
export function floors(body: Body, lanes: Local<'v128'>): { whole: Expr<'v128'>; bits: Local<'v128'> } {
  const bits = body.let(f32x4.add(f32x4.sub(lanes, 0.5), MAGIC))
  return { whole: f32x4.sub(bits, MAGIC), bits }
}

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
    if (variable.type === 'i32')
      this.set(variable as Local<'i32'>, i32.add(variable as Local<'i32'>, value as Value<'i32'>))
    else if (variable.type === 'f32')
      this.set(variable as Local<'f32'>, f32.add(variable as Local<'f32'>, value as Value<'f32'>))
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
  store32 = (at: Value<'i32'>, value: Value<'i32'>, offset = 0): void =>
    this.write(at, lift('i32', value), offset, 0x36)
  storeFloat = (at: Value<'i32'>, value: Value<'f32'>, offset = 0): void =>
    this.write(at, lift('f32', value), offset, 0x38)
  store = (at: Value<'i32'>, value: Value<'v128'>, offset = 0): void =>
    this.write(at, lift('v128', value), offset, 0xfd, 11)
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

/** A function of these settings and parameters; `write` puts down its body. */
export function kernel<const S extends Settings, const P extends readonly string[]>(
  settings: S,
  parameters: P,
  write: (p: Inside<S, P>, body: Body) => void,
): Kernel<S, P> {
  const body = new Body(parameters.length + 1)
  const block: Local<'i32'> = { type: 'i32', index: 0, bytes: [0x20, 0] }
  const given = parameters.map((name, i) => [name, { type: 'i32', index: i + 1, bytes: [0x20, ...unsigned(i + 1)] }])
  const set = Object.entries(settings).map(([name, type], i) => [
    name,
    body.let(type === 'i32' ? i32.load(block, 4 * i) : f32.load(block, 4 * i)),
  ])
  write(Object.fromEntries([...given, ...set]) as Inside<S, P>, body)
  return { settings, parameters, body }
}

type Numbers<P extends readonly string[]> = { [I in keyof P]: number }
type ValuesOf<S extends Settings> = { readonly [K in keyof S]: number }
/** Takes a kernel's settings and gives the function that runs it. */
type Setting<K> =
  K extends Kernel<infer S, infer P> ? (values: ValuesOf<S>) => (...parameters: Numbers<P>) => void : never
export type Settable<K> = { readonly [Name in keyof K]: Setting<K[Name]> }

const section = (id: number, items: readonly (readonly number[])[]): number[] => {
  const content = [...unsigned(items.length), ...items.flat()]
  return [id, ...unsigned(content.length), ...content]
}

const nameOf = (name: string): number[] => [
  ...unsigned(name.length),
  ...Array.from(name, (letter) => letter.charCodeAt(0)),
]

/**
 * Assembles the kernels into one module and starts it. `put` keeps a block of settings in memory and gives its address, a
 * multiple of 4.
 * @throws WebAssembly.CompileError where the platform has no 128-bit vectors
 */
export function assemble<const K extends Record<string, Kernel>>(
  kernels: K,
  memory: Memory,
  put: (block: ArrayBufferView) => number,
): Settable<K> {
  const all = Object.entries(kernels)
  const bytes = [
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(
      1,
      all.map(([, { parameters }]) => {
        const count = parameters.length + 1
        return [0x60, ...unsigned(count), ...Array.from({ length: count }, () => TYPE_CODES.i32), 0]
      }),
    ),
    ...section(2, [[...nameOf('host'), ...nameOf('memory'), 2, 0, 1]]),
    ...section(
      3,
      all.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      all.map(([name], index) => [...nameOf(name), 0, ...unsigned(index)]),
    ),
    ...section(
      10,
      all.map(([, { body }]) => {
        const locals = body.locals.map((type) => [1, TYPE_CODES[type]])
        const code = [...unsigned(locals.length), ...locals.flat(), ...body.bytes, 0x0b]
        return [...unsigned(code.length), ...code]
      }),
    ),
  ]
  const { exports } = new platform.Instance(new platform.Module(Uint8Array.from(bytes)), { host: { memory } })
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
