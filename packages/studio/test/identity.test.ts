import { describe, expect, test } from 'vitest'
import { compose } from '../src/compose.ts'
import { COMPOSITOR_VERSION, type PictureRequest, describePicture } from '../src/identity.ts'
import { flatPlate, manifest, paint } from './synthetic-plate.ts'

const plates = [{ manifest, version: 'a plate' }]
const request: PictureRequest = {
  product: 't-shirt',
  baseModel: 'gildan-64000',
  style: 'flat-lay',
  background: 'neutral-gray',
  gender: null,
  colour: { hex: '#1F4E5F', heather: true },
  designSize: 'medium',
  ordinal: 0,
  design: { content: 'stripes', width: 300, height: 300 },
}
const described = (change: Partial<PictureRequest> = {}, glazed = false) =>
  JSON.stringify(
    describePicture(glazed ? [{ manifest: { ...manifest, material: 'glaze' }, version: 'a cup' }] : plates, [], {
      ...request,
      ...change,
    }),
  )

describe('what a picture depends on', () => {
  test('is the shot, the plate, the print, the colour and the design', () => {
    const changes: Partial<PictureRequest>[] = [
      { background: 'white-studio' },
      { colour: { hex: '#1F4E60', heather: true } },
      { colour: { hex: '#1F4E5F', heather: false } },
      { designSize: 'large' },
      { placement: { x: 6.5, y: 5, width: 4, rotation: 0 } },
      { placement: { x: 6.5, y: 5, width: 4, rotation: 10 } },
      { ordinal: 1 },
      { design: { content: 'dots', width: 300, height: 300 } },
      { design: { content: 'stripes', width: 300, height: 301 } },
    ]
    expect(new Set([described(), ...changes.map((change) => described(change))]).size).toBe(changes.length + 1)
    expect(described()).not.toBe(JSON.stringify(describePicture([{ manifest, version: 'rendered anew' }], [], request)))
  })

  test('is not what it is called', () => {
    expect(described({ gender: 'woman' })).toBe(described({ gender: 'man' }))
    expect(described({ colour: { hex: '#1f4e5f', heather: true } })).toBe(described())
    const heather = (isHeather: boolean) => described({ colour: { hex: '#1F4E5F', heather: isHeather } }, true)
    expect(heather(true)).toBe(heather(false))
    const tall = { design: { content: 'a tower', width: 100, height: 1000 } }
    expect(described({ ...tall, designSize: 'small' })).toBe(described({ ...tall, designSize: 'large' }))
    // The area is 13 by 16 inches, and this plate's sizes are centred in it.
    const asLarge = { x: 6.5, y: 8, width: 12, rotation: 0 }
    expect(described({ placement: asLarge })).toBe(described({ designSize: 'large' }))
    expect(described({ placement: asLarge, designSize: 'small' })).toBe(described({ designSize: 'large' }))
  })

  test('is nothing where no plate shows it', () => {
    expect(describePicture(plates, [], { ...request, style: 'studio-front' })).toBeNull()
  })
})

// Red, green and blue of the picture below, in hexadecimal, a pixel after the other. Whoever changes what the compositor draws
// raises COMPOSITOR_VERSION with it, so that nobody is given a picture of before for one of after.
const DRAWN: Record<number, string> = {
  // Cloth with relief: loops, creases and hair change each pixel a little, none of them the mean.
  3:
    '9696959696959fa1a09f9f9e9e9f9e9f9f9fa0a0a0a1a1a09fa0a09e9f9f9d9d9d9d9e9d959595667278566972576a73586b74576a72586a73576a7254666f53666f6c777e9c9c9c' +
    '95969651646e244e5f234e5e244f60224d5d234e5e224d5d224c5d234e5f5668719d9d9c95959551646e234e5e244e5e244e5e234d5d234f5e214d5d234e5e244f5f576a739fa19f' +
    '96969652656f234e5e224c5da86850a7684fa66750a7695156555d234f5f576a73a0a1a097969653656e234e5e234d5ea86951d97843d97942d8764155535c244f5f576972a0a1a0' +
    '96959553666f224d5e234d5ea86750d87842d87641d9784254525a224e5e576971a1a1a096979651646e224c5d234d5da7684fd87541d97942da774354525b224d5e586b73a1a2a1' +
    '97979853666f234e5e214d5c56555b55535b55545b57555c55535c244f5f5769729fa09f96979650646e234d5e224d5e244f5f234e5e234d5e224d5d224c5d244e60546670a0a0a0' +
    '97979668747a576872576972576971586972596972586a735769725669736c777d9e9f9e969795979896a1a1a1a2a2a2a1a1a0a1a1a1a3a3a2a2a2a2a1a1a19e9f9f9e9f9fa0a09f',
}
const SIDE = 12

test('the version of the compositor says what it draws', () => {
  const plate = flatPlate(64)
  const design = paint(32, 32, (x, y) => ((x + y) % 16 < 8 ? [217, 72, 59, 255] : [242, 165, 65, 200]))
  const { data } = compose({
    plate,
    backdrop: null,
    design,
    colour: request.colour,
    sizeName: 'large',
    background: 'neutral-gray',
    shot: { light: manifest.lights[0]!, frame: manifest.frames[0]!, seed: 0 },
    size: SIDE,
  })
  const drawn = Buffer.from(DRAWN[COMPOSITOR_VERSION] ?? '', 'hex')
  expect(drawn, Buffer.from(data).toString('hex')).toHaveLength(SIDE * SIDE * 3)
  // A code up or down is how another runtime of JavaScript rounds.
  const farthest = Math.max(...data.map((code, at) => Math.abs(code - drawn[at]!)))
  expect(farthest, Buffer.from(data).toString('hex')).toBeLessThanOrEqual(1)
})
