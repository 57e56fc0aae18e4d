import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import chromiumFile from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

// tsx bench/draw-designs.ts: the examples' designs from SVG to WebP, with the fonts that the product ships.

const SIDE = 1200
const FOLDER = fileURLToPath(new URL('../src/assets/designs', import.meta.url))
const require = createRequire(import.meta.url)

async function fontFace(family: string, file: string, style = 'normal'): Promise<string> {
  const font = await readFile(require.resolve(file))
  return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: 100 900; src: url(data:font/woff2;base64,${font.toString('base64')}) }`
}

const faces = await Promise.all([
  fontFace('Fraunces Variable', '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2'),
  fontFace('Fraunces Variable', '@fontsource-variable/fraunces/files/fraunces-latin-full-italic.woff2', 'italic'),
  fontFace('Inter Variable', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
])
const browser = await chromium.launch({ executablePath: await chromiumFile.executablePath(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: SIDE, height: Math.round(SIDE * 1.2) } })
for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.svg'))) {
  const svg = await readFile(path.join(FOLDER, file), 'utf8')
  await page.setContent(
    `<style>${faces.join('')} body { margin: 0 } svg { display: block; width: ${SIDE}px }</style>${svg}`,
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const png = await page.locator('svg').screenshot({ omitBackground: true })
  await writeFile(
    path.join(FOLDER, file.replace('.svg', '.webp')),
    await sharp(png).resize(640).webp({ quality: 90, alphaQuality: 100 }).toBuffer(),
  )
}
await browser.close()
