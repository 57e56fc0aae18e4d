import type { Layer } from 'ag-psd'
import type { Crop } from '../map/raster-map.ts'
import { BLENDS, type Canvas, STRAIGHT, canvasOf, paint } from './blend.ts'
import { canvasOfLayer, fillWith, maskBy } from './layer-pixels.ts'

/**
 * What the document shows without a design, and with one that is black all over: between the two lies every other. Where a layer
 * gives the garment its colour, both with that layer white, the second with it black; `garment`: how much of each pixel it is.
 */
export type Shown = { blank: Uint8Array; black: Uint8Array; garment: Float32Array | null }

type Parts = { crop: Crop; smart: Layer; inside: Uint8Array; fill: Layer | null; say: (sentence: string) => void }
type Pair = readonly [blank: Canvas, black: Canvas]
type Stack = Parts & { garment: Float32Array | null; isAbove: boolean }

/** Puts the layers together as Photoshop does, in the document's own colours, the smart object's content left out. */
export async function putTogether(layers: readonly Layer[], parts: Parts): Promise<Shown> {
  const pixels = parts.crop.size ** 2
  const stack: Stack = { ...parts, garment: parts.fill && new Float32Array(pixels), isAbove: false }
  const pair: Pair = [canvasOf(pixels), canvasOf(pixels)]
  // What is transparent is shown on white.
  for (const canvas of pair) fillWith(canvas, [1, 1, 1])
  await drawAll(stack, pair, layers)
  return { blank: codesOf(pair[0]), black: codesOf(pair[1]), garment: stack.garment }
}

function codesOf({ rgb }: Canvas): Uint8Array {
  const codes = new Uint8Array(rgb.length)
  for (let at = 0; at < codes.length; at++) codes[at] = Math.round(255 * rgb[at]!)
  return codes
}

/** From the bottom up, each with the layers that are clipped to it. */
async function drawAll(stack: Stack, pair: Pair, layers: readonly Layer[]): Promise<void> {
  for (let at = 0; at < layers.length;) {
    const base = layers[at++]!
    const clipped: Layer[] = []
    while (layers[at]?.clipping) clipped.push(layers[at++]!)
    if (isSeen(stack, base))
      await drawUnit(
        stack,
        pair,
        base,
        clipped.filter((layer) => isSeen(stack, layer)),
      )
  }
}

/** False for what is hidden, and, said so, for what cannot be read. */
function isSeen({ say }: Stack, layer: Layer): boolean {
  if (layer.hidden || layer.opacity === 0) return false
  const name = nameOf(layer)
  if (layer.adjustment) {
    say(
      `${name} is an adjustment (${layer.adjustment.type}) and is left out: colors and brightness may differ from the PSD’s.`,
    )
    return false
  }
  if (layer.vectorFill && layer.vectorFill.type !== 'color' && !layer.right) {
    say(`${name} is filled with a gradient or pattern and is left out: its shade is missing.`)
    return false
  }
  if (layer.blendMode && layer.blendMode !== 'pass through' && !BLENDS[layer.blendMode]) {
    say(`${name} is blended by “${layer.blendMode}”, which is not read, and is left out: what it changes is missing.`)
    return false
  }
  return true
}

const nameOf = ({ name }: Layer): string => `“${name?.trim() || 'A layer'}”`

async function drawUnit(stack: Stack, pair: Pair, base: Layer, clipped: readonly Layer[]): Promise<void> {
  const mode = base.blendMode ?? 'normal'
  const opacity = (base.opacity ?? 1) * (base.children ? 1 : (base.fillOpacity ?? 1))
  tellOf(stack, base)
  if (base.children && mode === 'pass through' && clipped.length === 0) {
    await drawPassThrough(stack, pair, base, opacity)
    return
  }
  const content = await contentOf(stack, base)
  for (const layer of clipped) {
    tellOf(stack, layer)
    const above = await contentOf(stack, layer)
    const share = (layer.opacity ?? 1) * (layer.fillOpacity ?? 1)
    content.forEach((canvas, at) => paint(canvas, above[at]!, modeOf(layer), share, true))
    if (layer === stack.fill) stack.garment = above[0].alpha.map((alpha, at) => alpha * content[0].alpha[at]!)
  }
  if (base === stack.fill) stack.garment = content[0].alpha.slice()
  pair.forEach((canvas, at) => paint(canvas, content[at]!, modeOf(base), opacity))
}

const modeOf = ({ blendMode = 'normal' }: Layer) => (blendMode === 'pass through' ? 'normal' : blendMode)

/** Names what of a layer is not as Photoshop shows it. */
function tellOf({ say, isAbove, smart }: Stack, layer: Layer): void {
  const name = nameOf(layer)
  if (layer.effects && !layer.effects.disabled && Object.values(layer.effects).some((effect) => isOn(effect)))
    say(`The layer style of ${name} is left out: its shadow, glow or overlay is missing.`)
  if (isAbove && layer !== smart && !STRAIGHT.has(layer.blendMode ?? 'normal'))
    say(`${name} lies above the design in “${layer.blendMode}”: colors between black and white are approximate there.`)
}

const isOn = (effect: unknown): boolean =>
  Array.isArray(effect)
    ? effect.some(isOn)
    : typeof effect === 'object' && effect !== null && 'enabled' in effect && effect.enabled === true

/** The group's layers upon what lies below it, as much of them as its mask and opacity leave. */
async function drawPassThrough(stack: Stack, pair: Pair, group: Layer, opacity: number): Promise<void> {
  const isPlain = opacity === 1 && !group.mask && !group.vectorMask
  const before = isPlain ? null : pair.map(({ rgb }) => rgb.slice())
  await drawAll(stack, pair, group.children ?? [])
  if (!before) return
  const share: Canvas = { rgb: new Float32Array(), alpha: new Float32Array(stack.crop.size ** 2).fill(opacity) }
  await maskBy(share, group, stack.crop)
  pair.forEach(({ rgb }, which) => {
    for (let at = 0; at < rgb.length; at++) {
      const kept = share.alpha[Math.floor(at / 3)]!
      rgb[at] = kept * rgb[at]! + (1 - kept) * before[which]![at]!
    }
  })
}

/** What a layer or a group of its own shows, blank and black; both canvases may be painted on. */
async function contentOf(stack: Stack, layer: Layer): Promise<Pair> {
  const { crop, smart, inside, fill } = stack
  if (layer.children) {
    const pair: Pair = [canvasOf(crop.size ** 2), canvasOf(crop.size ** 2)]
    await drawAll(stack, pair, layer.children)
    for (const canvas of pair) await maskBy(canvas, layer, crop)
    return pair
  }
  if (layer === smart) {
    stack.isAbove = true
    const black = canvasOf(crop.size ** 2)
    for (let at = 0; at < inside.length; at++) black.alpha[at] = inside[at]!
    await maskBy(black, layer, crop)
    return [canvasOf(crop.size ** 2), black]
  }
  const canvas = await canvasOfLayer(layer, crop)
  const other: Canvas = { rgb: canvas.rgb.slice(), alpha: canvas.alpha.slice() }
  if (layer === fill) {
    canvas.rgb.fill(1)
    other.rgb.fill(0)
  }
  return [canvas, other]
}
