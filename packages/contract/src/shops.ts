/** What shops ask of the pictures of a listing, stated once. Sides in pixels, sizes of files in bytes. */

const MB = 1024 * 1024

type Rules = {
  label: string
  /** What a picture for this shop is, unless somebody wants another size. */
  width: number
  height: number
  /** Pictures that one listing, carousel or post takes. */
  mostPictures: number
  shortSide: { least: number; most: number }
  longSide: { least: number; most: number }
  mostPixels: number
  /** Width over height, where the shop crops or refuses others. */
  ratio: { least: number; most: number } | null
  mostBytes: number
  /** The first picture stands on #ffffff, and on nothing else. */
  isMainOnWhite: boolean
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER

export const SHOPS = {
  /**
   * Etsy's help, "Requirements and Best Practices for Images in Your Etsy Shop": 2000 pixels on the shortest side, from 3:4
   * to 4:3, ten pictures. 10 MB a file: hauld.app/blog/etsy-listing-photo-checklist, May 2026.
   */
  etsy: {
    label: 'Etsy',
    width: 2800,
    height: 2100,
    mostPictures: 10,
    shortSide: { least: 2000, most: NO_LIMIT },
    longSide: { least: 2000, most: NO_LIMIT },
    mostPixels: NO_LIMIT,
    ratio: { least: 0.75, most: 4 / 3 },
    mostBytes: 10 * MB,
    isMainOnWhite: false,
  },
  /**
   * Amazon Seller Central, "Product image requirements": the main picture on RGB 255, 255, 255 with the product on 85 % of
   * it, 1600 pixels for the zoom and 10,000 at most on the longest side, 500 at least on any, nine pictures. 10 MB a file:
   * changethisfile.com/blog/convert-images-for-amazon-seller-central.
   */
  amazon: {
    label: 'Amazon',
    width: 2000,
    height: 2000,
    mostPictures: 9,
    shortSide: { least: 500, most: NO_LIMIT },
    longSide: { least: 1600, most: 10_000 },
    mostPixels: NO_LIMIT,
    ratio: null,
    mostBytes: 10 * MB,
    isMainOnWhite: true,
  },
  /**
   * Shopify Help Center, "Product media types": 5000 × 5000 pixels, 25 megapixels and 20 MB at most, 2048 × 2048 looks best,
   * 800 at least for the zoom, 250 media a product.
   */
  shopify: {
    label: 'Shopify',
    width: 2048,
    height: 2048,
    mostPictures: 250,
    shortSide: { least: 800, most: NO_LIMIT },
    longSide: { least: 800, most: 5000 },
    mostPixels: 25_000_000,
    ratio: null,
    mostBytes: 20 * MB,
    isMainOnWhite: false,
  },
  /** Pinterest, as docs.ayrshare.com/media-guidelines/pinterest has it: 2:3, 600 × 900 to 2000 × 3000, 20 MB, five a carousel. */
  pinterest: {
    label: 'Pinterest',
    width: 1000,
    height: 1500,
    mostPictures: 5,
    shortSide: { least: 600, most: 2000 },
    longSide: { least: 900, most: 3000 },
    mostPixels: NO_LIMIT,
    ratio: { least: 2 / 3, most: 2 / 3 },
    mostBytes: 20 * MB,
    isMainOnWhite: false,
  },
  /**
   * Instagram's content publishing, as docs.contentstudio.io/article/830 has it: 4:5 to 1.91:1, 320 to 1440 pixels wide,
   * JPEG of 8 MB; ten a carousel (repliz-docs.pages.dev, specification of Instagram).
   */
  instagram: {
    label: 'Instagram',
    width: 1080,
    height: 1350,
    mostPictures: 10,
    shortSide: { least: 320, most: 1440 },
    longSide: { least: 320, most: NO_LIMIT },
    mostPixels: NO_LIMIT,
    ratio: { least: 0.8, most: 1.91 },
    mostBytes: 8 * MB,
    isMainOnWhite: false,
  },
} as const satisfies Record<string, Rules>
export type Shop = keyof typeof SHOPS
export const SHOP_NAMES = Object.keys(SHOPS) as [Shop, ...Shop[]]

/** A rounded side is off its ratio by less than this share. */
const ROUNDED = 0.005

/** Why a shop does not take a picture of this size, as a sentence; null when it does. Sides in pixels. */
export function sizeProblem(shop: Shop, width: number, height: number): string | null {
  const { label, shortSide, longSide, mostPixels, ratio }: Rules = SHOPS[shop]
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const size = `${width} × ${height}`
  if (short < shortSide.least)
    return `${label} wants ${shortSide.least} pixels on the shorter side, and this is ${size}.`
  if (long < longSide.least) return `${label} wants ${longSide.least} pixels on the longer side, and this is ${size}.`
  if (short > shortSide.most || long > longSide.most || width * height > mostPixels)
    return `${label} takes no picture as large as ${size}.`
  if (ratio && (width / height < ratio.least * (1 - ROUNDED) || width / height > ratio.most * (1 + ROUNDED)))
    return `${label} takes pictures ${ratio.least === ratio.most ? `of ${inWords(ratio.least)}` : `from ${inWords(ratio.least)} to ${inWords(ratio.most)}`}, and this is ${size}.`
  return null
}

/** Why a shop does not take a file of this many bytes, as a sentence; null when it does. */
export function bytesProblem(shop: Shop, bytes: number): string | null {
  const { label, mostBytes } = SHOPS[shop]
  if (bytes <= mostBytes) return null
  return `${label} takes files of ${mostBytes / MB} MB, and this is ${(bytes / MB).toFixed(1)} MB.`
}

/** `2:3` of 0.667, `1.91:1` of 1.91. */
function inWords(ratio: number): string {
  for (let height = 1; height <= 9; height++) {
    const width = Math.round(ratio * height)
    if (Math.abs(width / height - ratio) < 0.001) return `${width}:${height}`
  }
  return `${ratio}:1`
}
