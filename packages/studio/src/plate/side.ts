import type { PlateManifest, PrintArea } from './manifest.ts'
import type { Plate } from './plate.ts'

/** The side of a product that is meant where none is named. */
export const FRONT = 'front'

type Sided = Pick<PlateManifest, 'side' | 'prints'>

/** Whether a plate shows a side of its product. */
export const showsSide = ({ side = FRONT, prints }: Sided, wanted: string = FRONT): boolean =>
  wanted === side || prints?.[wanted] !== undefined

/** The print area of a side in a plate; that of the plate's own side where it does not show the other. */
export const printOn = ({ prints, ...own }: Sided & { print: PrintArea }, wanted: string = FRONT): PrintArea =>
  (wanted === (own.side ?? FRONT) ? undefined : prints?.[wanted]) ?? own.print

const sides = new WeakMap<Plate, Map<string, Plate>>()

/** A plate as a side of its product is printed: the same pictures with that side's print area. One and the same each time. */
export function onSide(plate: Plate, wanted: string = FRONT): Plate {
  const print = printOn(plate.manifest, wanted)
  if (print === plate.manifest.print) return plate
  const known = sides.get(plate) ?? new Map<string, Plate>()
  sides.set(plate, known)
  const found = known.get(wanted) ?? { ...plate, manifest: { ...plate.manifest, print } }
  known.set(wanted, found)
  return found
}
