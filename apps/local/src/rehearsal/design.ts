import sharp from 'sharp'

/** A design of one colour, another for each number, as a PNG. */
export const drawDesign = (nth: number): Promise<Buffer> =>
  sharp({
    create: { width: 300, height: 300, channels: 4, background: { r: (nth * 40) % 256, g: 80, b: 160, alpha: 1 } },
  })
    .png()
    .toBuffer()
