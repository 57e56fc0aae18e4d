/** Light of a picture, a plane a channel: red, green and blue, row by row. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array]

/** Light below this is noise, of 1: what logarithms are taken of is at least as much. */
export const DARKEST = 0.002
