import { coloursFor, findColour } from '@printroom/contract/colours'
import type { DesignWire } from '@printroom/contract/wire'
import type { Choices } from '@printroom/contract/wizard'
import type { PreviewRequest } from '~/features/preview/messages.ts'

/** The preview of the choices so far, or null before there is a design and a product. No colour yet is white. */
export function previewOf(choices: Choices, design: DesignWire | undefined): PreviewRequest | null {
  const { product, baseModel, style, background, gender, size } = choices
  if (!product || !design) return null
  const colour = choices.colour ? findColour(choices.colour) : coloursFor(product, baseModel).find(({ label }) => label === 'White')
  return {
    design: design.thumbnail_url,
    product,
    baseModel,
    style,
    background,
    gender,
    colour: { hex: colour?.hex ?? '#FFFFFF', heather: colour?.isHeather ?? false },
    size: size ?? 'medium',
  }
}
