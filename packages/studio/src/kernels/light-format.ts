/** Bytes of a pixel of light: three channels and a fourth lane. */
export const PIXEL_BYTES = 16
/** Bytes of a pixel of the product: diffuse light with coverage in the fourth lane, then gloss. */
export const PRODUCT_PIXEL_BYTES = 32
