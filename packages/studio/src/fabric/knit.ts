import { type Field, soften, standardise, white } from './field.ts'

/** What tells one knit from another; lengths in metres. */
export type Knit = {
  /** Width of a wale, the column of loops: 1.39 a millimetre is a jersey of 28 gauge, 1.18 a fleece's face of 24. */
  wale: number
  /** Heights, each its deviation: of loops, of the yarn's hair, and of pills, the tufts that wear rubs up. */
  loops: number
  hair: number
  pills: number
  /** Of its shade: how much of it is slub, places where the yarn is thick, in parts of what loops and hair make of it. */
  slub: number
}

export const JERSEY: Knit = { wale: 0.00072, loops: 30e-6, hair: 12e-6, pills: 0, slub: 3.5 }
export const FLEECE: Knit = { wale: 0.00085, loops: 36e-6, hair: 24e-6, pills: 45e-6, slub: 3 }

/** A loop is lower than wide by so much. */
const COURSE_PER_WALE = 0.78

/** How far wales and courses stray from straight, in metres (deviation), along some 30 mm. */
const STRAY = { wale: 0.00011, course: 0.00007 }

/** The fine relief of a knit's face: heights in metres, and shade (mean 0, deviation 1), lighter where it stands up. */
export function knitFace(knit: Knit, side: number, texel: number): { heights: Field; shade: Field } {
  const across = side * texel
  const wales = Math.round(across / knit.wale)
  const courses = Math.round(across / (knit.wale * COURSE_PER_WALE))
  const strayWale = standardise(soften(white(side, 1), 4, 160))
  const strayCourse = standardise(soften(white(side, 2), 160, 4))
  const firmness = standardise(soften(white(side, 3), 10, 24))
  const hair = standardise(soften(white(side, 4), 2, 3))
  const tufts = standardise(soften(white(side, 5), 5, 5))
  const slub = slubOf(side, Math.round(knit.wale / texel))
  const heights = new Float32Array(side * side)
  const lit = new Float32Array(side * side)
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++) {
      const wale = (x / side) * wales + (strayWale[i]! * STRAY.wale * wales) / across
      const course = (y / side) * courses + (strayCourse[i]! * STRAY.course * courses) / across
      const between = Math.cos(2 * Math.PI * wale)
      // The two legs of a loop lean against each other: a V that opens upwards.
      const lean = Math.abs(2 * (wale - Math.floor(wale)) - 1)
      const legs = Math.cos(2 * Math.PI * (course + 0.5 * lean)) * (0.62 + 0.38 * between)
      const loop = (0.95 * between + 0.4 * legs) * Math.max(0.25, 1 + 0.3 * firmness[i]!)
      heights[i] = 1.2 * knit.loops * loop + knit.hair * (0.6 * hair[i]! + 0.8 * tufts[i]!)
      lit[i] = 0.55 * loop + 0.5 * hair[i]! + 0.35 * tufts[i]! + 0.25 * firmness[i]! + knit.slub * slub[i]!
    }
  return { heights, shade: standardise(lit) }
}

/**
 * Thick places of a yarn, a loop or two long (`loop` texels): without what is longer, which from afar is seen as smudges on
 * white cloth and drowns a heather's fibres.
 */
function slubOf(side: number, loop: number): Field {
  const noise = white(side, 6)
  const [thick, around] = [soften(noise, loop, loop - 1), soften(noise, 3 * loop, 3 * loop - 3)]
  return standardise(thick.map((value, i) => value - around[i]!))
}

/**
 * The coarse relief: wales that stand up for some centimetres because their yarn is thicker or their needle looser, and
 * pills. Nearly none along the courses: streaks both ways are a weave.
 */
export function knitUnevenness({ pills }: Knit, side: number): Field {
  const wales = standardise(soften(white(side, 11), 2, 26))
  const broad = standardise(soften(white(side, 12), 5, 12))
  const tufts = standardise(soften(white(side, 13), 3, 3))
  const felt = standardise(soften(white(side, 14), 5, 6))
  return wales.map(
    (wale, i) =>
      (13e-6 - 0.07 * pills) * wale +
      20e-6 * broad[i]! +
      1.4 * pills * Math.max(0, tufts[i]! - 1.3) +
      (16e-6 + 0.5 * pills) * felt[i]!,
  )
}
