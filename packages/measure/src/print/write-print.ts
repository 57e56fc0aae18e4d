import { PDFDocument, StandardFonts, rgb } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { BLACK, type Drawing, type Shape, drawSheet } from './draw.ts'
import type { Sheet } from './sheet.ts'

export const DPI = 300
const POINTS_PER_INCH = 72
/** Of the SVG an inch: letters smaller than a unit are not set well. */
const UNIT = 1000

/** The sheet as a PNG of 300 dpi with white ground and as a PDF of its true size, both with the same paths. */
export async function writePrint(sheet: Sheet): Promise<{ png: Uint8Array; pdf: Uint8Array }> {
  const drawing = await drawSheet(sheet)
  return { png: await pngOf(drawing, DPI), pdf: await pdfOf(drawing) }
}

/** A drawing as a PNG (sRGB, 8 bit, density noted) of `dpi` pixels an inch. */
export async function pngOf(drawing: Drawing, dpi: number): Promise<Uint8Array> {
  const { width, height } = drawing
  const png = await sharp(Buffer.from(svgOf(drawing, dpi)))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .withMetadata({ density: dpi })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  const expected = [Math.round(width * dpi), Math.round(height * dpi)]
  if (png.info.width !== expected[0] || png.info.height !== expected[1])
    throw new Error(`the sheet came out as ${png.info.width} x ${png.info.height} pixels, not ${expected.join(' x ')}`)
  return new Uint8Array(png.data)
}

function svgOf({ width, height, shapes, words }: Drawing, dpi: number): string {
  const paths = shapes.map(({ path, hex }) => `<path d="${path}" fill="${hex}"/>`)
  const texts = words.map(
    ({ text, x, y, size }) =>
      `<text x="${x * UNIT}" y="${y * UNIT}" font-family="Helvetica, Arial, sans-serif" font-size="${size * UNIT}">${text}</text>`,
  )
  const [w, h] = [Math.round(width * dpi), Math.round(height * dpi)]
  const box = `viewBox="0 0 ${width * UNIT} ${height * UNIT}" preserveAspectRatio="none"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" ${box}><g transform="scale(${UNIT})">${paths.join('')}</g>${texts.join('')}</svg>`
}

async function pdfOf({ width, height, shapes, words }: Drawing): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle('Printroom calibration sheet')
  const page = document.addPage([width * POINTS_PER_INCH, height * POINTS_PER_INCH])
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const { path, hex } of shapes)
    page.drawSvgPath(path, { x: 0, y: page.getHeight(), scale: POINTS_PER_INCH, color: colourOf(hex), borderWidth: 0 })
  for (const { text, x, y, size } of words)
    page.drawText(text, {
      x: x * POINTS_PER_INCH,
      y: (height - y) * POINTS_PER_INCH,
      size: size * POINTS_PER_INCH,
      font,
    })
  return document.save()
}

function colourOf(hex: Shape['hex']) {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return hex === BLACK ? rgb(0, 0, 0) : rgb(channel(1), channel(3), channel(5))
}
