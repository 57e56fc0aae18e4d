import { expect, test } from 'vitest'
import { BARE, CLEAR_BLACK } from '../src/light/classify.ts'
import { foldMiss } from '../src/light/fold-miss.ts'
import { randomOf } from './made/random.ts'

const SIZE = 400
const SQUARE = 40
const isBlack = (at: number) =>
  (Math.floor((at % SIZE) / SQUARE) + Math.floor(Math.floor(at / SIZE) / SQUARE)) % 2 === 0
const pixels = Array.from({ length: SIZE * SIZE }, (_, at) => at)
const kind = Uint8Array.from(pixels, (at) => (isBlack(at) ? CLEAR_BLACK : BARE))
const plane = (of: (at: number) => number) => Float32Array.from(pixels, of)
const trusted = new Uint8Array(kind.length).fill(1)
const map = {
  size: SIZE,
  pad: 0,
  x: plane(() => 0),
  y: plane(() => 0),
  trusted,
  shares: { trusted: 1, folded: 0, uncertain: 0 },
}
const flat = plane(() => 0.05)
const missOf = (seen: Float32Array, of = map) => foldMiss([seen, seen, seen], [flat, flat, flat], kind, of, SQUARE)

test('folds that only black shows are told by their depth', () => {
  const wave = (at: number) => Math.sin((at % SIZE) / 12)
  const folded = (depth: number) => missOf(plane((at) => 0.05 * Math.exp(depth * wave(at))))
  // Four fifths of a sine are less than 0.951 of its height.
  expect(folded(0.1)).toBeCloseTo(0.095, 2)
  expect(folded(0.3)).toBeCloseTo(0.285, 2)
})

test('noise of a camera is no fold, nor is what the light on white says already', () => {
  const random = randomOf(3)
  expect(missOf(plane(() => 0.05 * (1 + 0.2 * (random() - 0.5))))).toBeLessThan(0.02)
  expect(missOf(flat)).toBe(0)
})

test('what bears no print is not looked at', () => {
  const half = trusted.map((mark, at) => (at % SIZE < SIZE / 2 ? mark : 0))
  const seen = plane((at) => (at % SIZE < SIZE / 2 ? 0.05 : 0.1))
  expect(missOf(seen)).toBeCloseTo(Math.log(2), 2)
  expect(missOf(seen, { ...map, trusted: half })).toBe(0)
})
