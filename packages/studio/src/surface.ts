import { clothLevel, clothOf, sampleCloth } from './fabric.ts'
import type { Garment } from './garment.ts'
import { sampleInk } from './ink-sampler.ts'
import type { Ink } from './ink.ts'
import type { Layout } from './layout.ts'
import type { PlateManifest } from './manifest.ts'
import type { PrintBox } from './placement.ts'
import type { Columns } from './resample.ts'

/** A step between neighbours longer than this many times the usual is a jump to another part, not a slope. */
const JUMP = 8

/** Paints albedo row by row: the cloth with its structure and fibres, and the ink over it. */
export function createSurface(layout: Layout, material: PlateManifest['material'], garment: Garment, ink: Ink, box: PrintBox) {
  const { size } = layout
  const albedo = new Float32Array(size * 3)
  const drop = new Float32Array(4)
  const shade = new Float32Array(2)
  const cloth = material === 'glaze' ? null : clothOf(material)
  const usual = 1 / layout.pixelsPerMetre
  const jump = usual * JUMP
  const [red, green, blue] = garment.albedo
  const [fibreRed, fibreGreen, fibreBlue] = garment.fibre

  const paint = ({ first, end }: Columns, mask: Uint8Array): void => {
    const { here, below } = layout
    // The level is found anew only where the scale has changed: the logarithm is dear.
    let measured = 0
    let level = 0
    for (let i = first; i < end; i++) {
      const x = here.x[i]!
      const y = here.y[i]!
      // Towards the neighbour that is on the same piece of cloth.
      let acrossX = i + 1 < size ? here.x[i + 1]! - x : Infinity
      let acrossY = i + 1 < size ? here.y[i + 1]! - y : 0
      if (Math.abs(acrossX) + Math.abs(acrossY) > jump) {
        acrossX = i > 0 ? x - here.x[i - 1]! : Infinity
        acrossY = i > 0 ? y - here.y[i - 1]! : 0
        if (Math.abs(acrossX) + Math.abs(acrossY) > jump) {
          acrossX = usual
          acrossY = 0
        }
      }
      let downX = below.x[i]! - x
      let downY = below.y[i]! - y
      if (Math.abs(downX) + Math.abs(downY) > jump) {
        downX = acrossY
        downY = -acrossX
      }

      let clothShade = 1
      let inkShade = 1
      let fibre = 0
      if (cloth) {
        const area = Math.abs(acrossX * downY - acrossY * downX)
        if (area > 1.06 * measured || area < 0.94 * measured) {
          measured = area
          level = clothLevel(cloth, Math.max(Math.sqrt(area), usual * 0.5))
        }
        sampleCloth(cloth, x, y, level, shade)
        clothShade = 1 + garment.structure * shade[0]!
        inkShade = 1 + garment.inkStructure * shade[0]!
        fibre = shade[1]!
      }
      let a0 = (red + fibre * fibreRed) * clothShade
      let a1 = (green + fibre * fibreGreen) * clothShade
      let a2 = (blue + fibre * fibreBlue) * clothShade

      const s = (x - box.left) / box.width
      const t = (box.top - y) / box.height
      const acrossS = acrossX / box.width
      const acrossT = -acrossY / box.height
      const downS = downX / box.width
      const downT = -downY / box.height
      const marginS = Math.abs(acrossS) + Math.abs(downS)
      const marginT = Math.abs(acrossT) + Math.abs(downT)
      if (s > -marginS && s < 1 + marginS && t > -marginT && t < 1 + marginT) {
        const inside = Math.min(1, s / marginS + 0.5, (1 - s) / marginS + 0.5, t / marginT + 0.5, (1 - t) / marginT + 0.5)
        mask[i] = 255 * Math.max(0, inside) * layout.coverage[i]!
        sampleInk(ink, s, t, acrossS, acrossT, downS, downT, drop)
        const alpha = drop[3]!
        if (alpha > 0) {
          a0 += drop[0]! * inkShade - alpha * a0
          a1 += drop[1]! * inkShade - alpha * a1
          a2 += drop[2]! * inkShade - alpha * a2
        }
      }
      albedo[i] = a0
      albedo[size + i] = a1
      albedo[2 * size + i] = a2
    }
  }
  return { albedo, paint }
}
