import { readFileSync } from 'node:fs'
import { GENDERS, PRODUCTS, backgroundsFor, baseModelsFor, needsGender, stylesFor } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import type { RenderSettings } from '@printroom/contract/schemas'
import sharp from 'sharp'

/** As many sides as a seller's usual file has pixels. */
const SIDE = 3000

/** Orders of as many products, styles and backgrounds as `count` allows, each far from the last one in the catalogue. */
export function variedSettings(count: number): RenderSettings[] {
  const all = PRODUCTS.flatMap((product) => {
    const models = baseModelsFor(product)
    return (models.length > 0 ? models : [null]).flatMap((model) =>
      stylesFor(product).flatMap((style) =>
        backgroundsFor(product, style).flatMap((background) =>
          (needsGender(product, style) ? GENDERS : [null]).map((gender) => ({
            product,
            product_model: model,
            model_style: style,
            background,
            model_gender: gender,
          })),
        ),
      ),
    )
  })
  // A stride without a common divisor goes through all of them before any comes again.
  const stride = all.length % 37 === 0 ? 41 : 37
  return Array.from({ length: count }, (_, at) => {
    const chosen = all[(at * stride) % all.length]!
    const colours = coloursFor(chosen.product, chosen.product_model)
    return {
      ...chosen,
      colour: colours[(at * 5) % colours.length]!.value,
      design_size: 'large',
    } satisfies RenderSettings
  })
}

/** A design of 3000 × 3000 pixels with a soft edge, of that hue in degrees: 36 MB once it is decoded. */
export async function largeDesign(hue = 13): Promise<Buffer> {
  const colour = `hsl(${hue}, 76%, 59%)`
  const svg = `<svg width="${SIDE}" height="${SIDE}"><defs><radialGradient id="a"><stop offset="0.5" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#a)"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Memory of a process in megabytes: what it holds now, and the most it ever held. Linux only. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1000)
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}
