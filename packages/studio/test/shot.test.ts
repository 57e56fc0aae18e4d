import { expect, test } from 'vitest'
import { type ShotRequest, type Variant, chooseShot } from '../src/plate/shot.ts'
import { manifest } from './synthetic-plate.ts'

const light = (name: string) => ({ ...manifest.lights[0]!, name })
const frame = (name: string, x: number, scale: number) => ({ name, x, y: 0.5, scale })

const variant = (geometry: string, changes: Partial<Variant> = {}): Variant => ({
  product: 't-shirt',
  geometry,
  serves: manifest.serves,
  lights: ['a', 'b', 'c', 'd', 'e'].map(light),
  frames: [frame('full', 0.5, 1), frame('close', 0.5, 0.88), frame('left', 0.48, 0.93), frame('right', 0.52, 0.93)],
  ...changes,
})

const request: ShotRequest = {
  product: 't-shirt',
  baseModel: 'gildan-64000',
  style: 'flat-lay',
  background: 'white-studio',
  gender: null,
}

const plates = [variant('one'), variant('two'), variant('mug', { product: 'mug' })]

test('any eight ordinals in a row are eight different pictures, also past the end of the list', () => {
  for (const variants of [plates.slice(0, 1), plates]) {
    const shots = Array.from({ length: 100 }, (_, ordinal) => chooseShot(variants, request, ordinal)!)
    for (let from = 0; from + 8 <= shots.length; from++) {
      const eight = shots
        .slice(from, from + 8)
        .map(({ geometry, light, frame }) => `${geometry} ${light.name} ${frame.name}`)
      expect(new Set(eight).size).toBe(8)
    }
  }
})

test('successive pictures change the take, the light and the crop together', () => {
  const shots = Array.from({ length: 8 }, (_, ordinal) => chooseShot(plates, request, ordinal)!)
  for (let i = 1; i < 4; i++) {
    expect(shots[i]!.light.name).not.toBe(shots[i - 1]!.light.name)
    expect(shots[i]!.frame.name).not.toBe(shots[i - 1]!.frame.name)
    expect(shots[i]!.geometry).not.toBe(shots[i - 1]!.geometry)
  }
  expect(new Set(shots.map((shot) => shot.light.name)).size).toBe(5)
  expect(new Set(shots.map((shot) => shot.frame.name)).size).toBe(4)
})

test('the first picture is the canonical one, and equal questions have equal answers', () => {
  expect(chooseShot(plates, request, 0)).toMatchObject({
    geometry: 'one',
    light: plates[0]!.lights[0],
    frame: plates[0]!.frames[0],
  })
  expect(chooseShot(plates, request, 5)).toEqual(chooseShot(plates, request, 5))
})

test('every crop lies within its plate', () => {
  for (let ordinal = 0; ordinal < 300; ordinal++) {
    const { x, y, scale } = chooseShot(plates, request, ordinal)!.frame
    for (const centre of [x, y]) {
      expect(centre - scale / 2).toBeGreaterThanOrEqual(-1e-9)
      expect(centre + scale / 2).toBeLessThanOrEqual(1 + 1e-9)
    }
  }
})

test('only plates that serve exactly these settings are used', () => {
  const refused: Partial<ShotRequest>[] = [
    { product: 'hoodie' },
    { baseModel: 'gildan-18000' },
    { baseModel: null },
    { style: 'lifestyle-casual' },
    { background: 'urban-street' },
  ]
  for (const change of refused) expect(chooseShot(plates, { ...request, ...change }, 0)).toBeNull()
  const worn = variant('worn', { serves: [{ ...manifest.serves[0]!, style: 'lifestyle-casual', genders: ['woman'] }] })
  const casual = { ...request, style: 'lifestyle-casual' }
  expect(chooseShot([...plates, worn], { ...casual, gender: 'woman' }, 3)?.geometry).toBe('worn')
  expect(chooseShot([...plates, worn], { ...casual, gender: 'man' }, 3)).toBeNull()
  expect(chooseShot([worn], { ...casual, gender: null }, 0)).toBeNull()
})

test('the light of a photograph, whose groups are its channels, keeps its colour in every picture', () => {
  const gains = { key: [1, 0, 0], fill: [0, 1, 0], env: [0, 0, 1] } satisfies Variant['lights'][number]['gains']
  const measured = variant('own', { lights: [{ name: 'photograph', gains }] })
  const brightness = Array.from({ length: 20 }, (_, ordinal) => {
    const { key, fill, env } = chooseShot([measured], request, ordinal)!.light.gains
    expect([key[0], fill[1], env[2]]).toEqual([key[0], key[0], key[0]])
    return key[0]
  })
  expect(new Set(brightness).size).toBe(20)
})
