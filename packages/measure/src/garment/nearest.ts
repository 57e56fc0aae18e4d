/**
 * For each pixel of a square the nearest one that is a source, by its index; -1 where there is none. Two sweeps carry the nearest
 * source of neighbours on (P.-E. Danielsson, 1980), which is out by less than a pixel.
 */
export function nearestSource(isSource: (at: number) => boolean, size: number): Int32Array {
  const source = new Int32Array(size * size)
  for (let at = 0; at < source.length; at++) source[at] = isSource(at) ? at : -1
  const far = (at: number, from: number): number =>
    from < 0 ? Infinity : ((at % size) - (from % size)) ** 2 + (Math.floor(at / size) - Math.floor(from / size)) ** 2
  const sweep = (first: number, end: number, step: 1 | -1): void => {
    for (let at = first; at !== end; at += step) {
      let least = far(at, source[at]!)
      if (least === 0) continue
      for (const near of [at - step, at - step * size, at - step * (size - 1), at - step * (size + 1)]) {
        if (near < 0 || near >= source.length || Math.abs((near % size) - (at % size)) > 1) continue
        const distance = far(at, source[near]!)
        if (distance < least) [least, source[at]] = [distance, source[near]!]
      }
    }
  }
  sweep(0, source.length, 1)
  sweep(source.length - 1, -1, -1)
  sweep(0, source.length, 1)
  return source
}
