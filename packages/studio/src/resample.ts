/** Something that yields rows of planar floats: channel c of pixel x stands at c·width + x. */
export type RowSource = { width: number; height: number; channels: number; read: (y: number, into: Float32Array) => void }

/** A stretch of one axis, as shares of the source. */
export type Span = { start: number; length: number }

/** Columns of the picture, from `first` up to, not including, `end`. */
export type Columns = { first: number; end: number }

export type Kernel = 'cubic' | 'linear'

/** Four taps an output pixel: indices held inside the source, and weights that sum to 1. */
type Taps = { index: Int32Array; weight: Float32Array; isIdentity: boolean }

function tapsOf(sourceSize: number, outSize: number, span: Span, kernel: Kernel): Taps {
  const index = new Int32Array(outSize * 4)
  const weight = new Float32Array(outSize * 4)
  let isIdentity = sourceSize === outSize
  for (let i = 0; i < outSize; i++) {
    const at = (span.start + ((i + 0.5) / outSize) * span.length) * sourceSize - 0.5
    const base = Math.floor(at + 1e-6)
    const t = Math.abs(at - base) < 1e-6 ? 0 : at - base
    if (t !== 0 || base !== i) isIdentity = false
    const weights = kernel === 'cubic' ? catmullRom(t) : [0, 1 - t, t, 0]
    for (let k = 0; k < 4; k++) {
      index[i * 4 + k] = Math.min(sourceSize - 1, Math.max(0, base - 1 + k))
      weight[i * 4 + k] = weights[k]!
    }
  }
  return { index, weight, isIdentity }
}

/** Weights at -1, 0, 1, 2 of the interpolating cubic with a = -1/2 (Catmull and Rom 1974). */
export function catmullRom(t: number): [number, number, number, number] {
  const t2 = t * t
  const t3 = t2 * t
  return [(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2]
}

/**
 * Reads a window of a source at another size, rows in rising order. Each source row is read once. The row
 * that comes back is reused by the next call. Only the columns of `window`, or of the
 * parts asked for, are sure to be filled.
 */
export function createResampler(source: RowSource, size: number, x: Span, y: Span, kernel: Kernel, window?: Columns) {
  const { width, height, channels } = source
  const across = tapsOf(width, size, x, kernel)
  const down = tapsOf(height, size, y, kernel)
  const kept = Array.from({ length: 4 }, () => new Float32Array(width * channels))
  const keptAt = new Int32Array(4).fill(-1)
  const column = new Float32Array(width * channels)
  const out = new Float32Array(size * channels)
  const whole = [window ?? { first: 0, end: size }]

  const sourceRow = (at: number): Float32Array => {
    const slot = kept[at & 3]!
    if (keptAt[at & 3] !== at) {
      source.read(at, slot)
      keptAt[at & 3] = at
    }
    return slot
  }

  return (row: number, parts: readonly Columns[] = whole): Float32Array => {
    const { index, weight } = down
    const i = row * 4
    let line: Float32Array = column
    if (weight[i + 1] === 1) line = sourceRow(index[i + 1]!)
    else if (kernel === 'linear') mixTwo(column, sourceRow(index[i + 1]!), weight[i + 1]!, sourceRow(index[i + 2]!), weight[i + 2]!)
    else {
      const a = sourceRow(index[i]!)
      const b = sourceRow(index[i + 1]!)
      mixFour(column, a, b, sourceRow(index[i + 2]!), sourceRow(index[i + 3]!), weight, i)
    }
    if (across.isIdentity) return line
    const pull = kernel === 'linear' ? gatherTwo : gather
    for (let c = 0; c < channels; c++)
      for (const { first, end } of parts) pull(line, c * width, across, out, c * size, first, end)
    return out
  }
}

function mixTwo(out: Float32Array, a: Float32Array, wa: number, b: Float32Array, wb: number): void {
  for (let k = 0; k < out.length; k++) out[k] = wa * a[k]! + wb * b[k]!
}

function mixFour(
  out: Float32Array,
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
  d: Float32Array,
  weight: Float32Array,
  at: number,
): void {
  const wa = weight[at]!
  const wb = weight[at + 1]!
  const wc = weight[at + 2]!
  const wd = weight[at + 3]!
  for (let k = 0; k < out.length; k++) out[k] = wa * a[k]! + wb * b[k]! + wc * c[k]! + wd * d[k]!
}

function gatherTwo(
  from: Float32Array,
  fromAt: number,
  { index, weight }: Taps,
  out: Float32Array,
  outAt: number,
  first: number,
  end: number,
): void {
  for (let i = first, k = first * 4; i < end; i++, k += 4)
    out[outAt + i] = weight[k + 1]! * from[fromAt + index[k + 1]!]! + weight[k + 2]! * from[fromAt + index[k + 2]!]!
}

function gather(
  from: Float32Array,
  fromAt: number,
  { index, weight }: Taps,
  out: Float32Array,
  outAt: number,
  first: number,
  end: number,
): void {
  for (let i = first, k = first * 4; i < end; i++, k += 4) {
    out[outAt + i] =
      weight[k]! * from[fromAt + index[k]!]! +
      weight[k + 1]! * from[fromAt + index[k + 1]!]! +
      weight[k + 2]! * from[fromAt + index[k + 2]!]! +
      weight[k + 3]! * from[fromAt + index[k + 3]!]!
  }
}
