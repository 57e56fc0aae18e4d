/** Bytes of a texel of ink: albedo times coverage, and coverage, in 16 bits each. */
export const TEXEL_BYTES = 8
/** The value of a texel for 1: as a signed word it is multiplied. */
export const FULL = 32_767
/** Texels around a level, its outermost ones again, which the cubic reads beyond the design's edge. */
export const MARGIN_TEXELS = 4
/** Bytes of a mip level in the table: extents and the last place to read (each x, y, twice), its first texel's address, bytes a row. */
export const MIP_LEVEL_BYTES = 48
/** Side in texels of the blocks of the finest level of which is known whether there is ink in or beside them. */
export const BLOCK_TEXELS = 16
