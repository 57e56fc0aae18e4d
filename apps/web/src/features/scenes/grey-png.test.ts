import sharp from 'sharp'
import { expect, test } from 'vitest'
import { greyPng } from '~/features/scenes/grey-png.ts'

test('a mask is written as a PNG of 8 bits of grey, pixel by pixel', async () => {
  const side = 37
  const pixels = new Uint8Array(side * side).map((_, at) => (at * 7) % 256)
  const png = Buffer.from(await (await greyPng(pixels, side)).arrayBuffer())
  expect([png[24], png[25]]).toEqual([8, 0])
  const read = await sharp(png).extractChannel(0).raw().toBuffer()
  expect(Buffer.compare(read, Buffer.from(pixels))).toBe(0)
  png[60]! ^= 1
  await expect(sharp(png).raw().toBuffer()).rejects.toThrow(/./)
})
