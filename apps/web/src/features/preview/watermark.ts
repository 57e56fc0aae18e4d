import { PRODUCT_NAME } from '@printroom/contract/messages'

const GAP = { x: 208, y: 84 }

/** The product's name across the picture, light and dark at once, so that it is read on every colour. */
export function createWatermark(side: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives workers no canvas')
  context.font = '600 17px system-ui, sans-serif'
  context.translate(side / 2, side / 2)
  context.rotate(-Math.PI / 7)
  for (let row = -6; row <= 6; row++)
    for (let column = -3; column <= 3; column++) {
      const x = (column + (row % 2) / 2) * GAP.x - GAP.x / 4
      context.fillStyle = '#0003'
      context.fillText(PRODUCT_NAME, x + 1, row * GAP.y + 1)
      context.fillStyle = '#ffffff70'
      context.fillText(PRODUCT_NAME, x, row * GAP.y)
    }
  return canvas
}
