import { PRODUCT_NAME } from '@printroom/contract/product-name'

const HEIGHT_PX = 14
const MARGIN_PX = 10

/** The product's name in the lower right corner, light and dark at once, so that it is read on every colour; the design stays clear. */
export function createWatermark(side: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser gives workers no canvas')
  context.font = `600 ${HEIGHT_PX}px system-ui, sans-serif`
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  const [x, y] = [side - MARGIN_PX, side - MARGIN_PX]
  context.fillStyle = '#0006'
  context.fillText(PRODUCT_NAME, x + 1, y + 1)
  context.fillStyle = '#ffffffb0'
  context.fillText(PRODUCT_NAME, x, y)
  return canvas
}
