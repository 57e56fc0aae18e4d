import { PDFDocument } from '@cantoo/pdf-lib'
import { readProducts } from '@printroom/products/read-products'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findMarkers } from '../src/find/markers.ts'
import { readPhoto } from '../src/find/read-photo.ts'
import { targetOf } from '../src/plate/target.ts'
import { allSheets, isBlackSquare, markerCorners, markerSquares, sheetOf } from '../src/print/sheet.ts'
import { writePrint } from '../src/print/write-print.ts'

test('every side of every product has a sheet, and no two sheets share a marker', () => {
  for (const { id, sides } of readProducts())
    for (const side of [undefined, ...sides.map((each) => each.id)])
      expect(targetOf(id, side).sheet.markers, `${id} ${side}`).toBeGreaterThan(30)
  const ids = allSheets().flatMap(({ firstId, markers }) => Array.from({ length: markers }, (_, i) => firstId + i))
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.max(...ids)).toBeLessThan(1000)
  expect(() => sheetOf(5, 5)).toThrow('no sheet')
  expect(() => targetOf('umbrella')).toThrow('there are t-shirt')
  expect(() => targetOf('mug', 'lid')).toThrow('there are front, other, wrap')
})

test('patches lie in black squares, one in each', () => {
  for (const { patches, left, top, pitch } of allSheets()) {
    const squares = patches.map(({ x, y }) => [Math.floor((x - left) / pitch), Math.floor((y - top) / pitch)] as const)
    expect(squares.every(([column, row]) => isBlackSquare(column, row))).toBe(true)
    expect(new Set(squares.map(String)).size).toBe(patches.length)
  }
})

test('the print is of its true size, and every marker on it reads as itself where it was drawn', async () => {
  const sheet = sheetOf(8.5, 3.3)
  const { png, pdf } = await writePrint(sheet)
  const { width, height, density } = await sharp(png).metadata()
  expect([width, height, density]).toEqual([2550, 990, 300])
  const [page] = (await PDFDocument.load(pdf)).getPages()
  expect([page!.getWidth(), page!.getHeight()].map((points) => points / 72)).toEqual(
    [8.5, 3.3].map((n) => expect.closeTo(n, 3)),
  )
  const read = await readPhoto(png)
  if (!read.ok) throw new Error(read.refusal.sentence)
  const markers = await findMarkers(read.photo)
  expect(markers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: sheet.markers }, (_, i) => sheet.firstId + i),
  )
  const squares = markerSquares(sheet)
  for (const { id, corners } of markers)
    markerCorners(sheet, squares[id - sheet.firstId]!).forEach(({ x, y }, i) => {
      expect(Math.hypot(corners[2 * i]! - 300 * x, corners[2 * i + 1]! - 300 * y)).toBeLessThan(1.5)
    })
})
