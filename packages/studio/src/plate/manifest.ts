import { z } from 'zod'

const gain = z.tuple([z.number(), z.number(), z.number()])
const encoded = z.object({ range: z.number().positive() })

const perGroup = <T extends z.ZodType>(value: T) => z.object({ key: value, fill: value, env: value })

/** Right, up, towards the camera; as long as 1 where the light comes from one side, shorter where from all around. */
const direction = z.tuple([z.number(), z.number(), z.number()])

/** Where the lamps stand as the camera sees it, of a plate that does not say: a window at the left front, a dim sky. */
const USUAL_LAMPS = { key: [-0.74, 0.4, 0.54], fill: [0.75, 0, 0.66], env: [0, 0.3, 0] } satisfies Record<
  string,
  z.infer<typeof direction>
>

const lightSchema = z.object({ name: z.string(), gains: perGroup(gain) })
const frameSchema = z.object({ name: z.string(), x: z.number(), y: z.number(), scale: z.number().positive().max(1) })
const servesSchema = z.object({
  style: z.string(),
  baseModels: z.array(z.string()),
  backgrounds: z.array(z.string()).min(1),
  genders: z.array(z.string()),
})

const inches = z.number().positive()
const printSchema = z
  .object({
    centerX: z.number(),
    top: z.number().optional(),
    centerY: z.number().optional(),
    maxWidthIn: inches,
    maxHeightIn: inches,
    sizesIn: z.object({ small: inches, medium: inches, large: inches }),
  })
  .refine((print) => print.top !== undefined || print.centerY !== undefined, 'print needs top or centerY')

/** A box in shares of the picture, y from the top. */
const share = z.number().min(0).max(1)
const boxSchema = z.object({ left: share, top: share, right: share, bottom: share })

/** What `plate.json` says: lengths of the pattern in metres (y up), sizes of prints in inches, radiance linear. */
export const plateManifestSchema = z.object({
  version: z.literal(1),
  product: z.string(),
  geometry: z.string(),
  /** The side of the product that it shows, on which `print` lies; the front where it does not say. */
  side: z.string().optional(),
  rig: z.string(),
  serves: z.array(servesSchema).min(1),
  size: z.number().int().positive(),
  pattern: z.object({ x0: z.number(), y0: z.number(), width: z.number().positive(), height: z.number().positive() }),
  print: printSchema,
  /** The print areas of other sides that are seen in it too: what goes all the way round a mug. */
  prints: z.record(z.string(), printSchema).optional(),
  albedo: z.number().positive(),
  groups: perGroup(z.object({ w: encoded, k: encoded, sw: encoded, sk: encoded })),
  /** What the product is made of; `photographed`: measured from a photograph, whose own threads and creases are in its light. */
  material: z.enum(['jersey', 'fleece', 'canvas', 'glaze', 'photographed']),
  /** Whether its light is shown as it is: exposure and white balance were set when it was made, not by its print area. */
  isExposed: z.boolean().optional(),
  lamps: perGroup(direction).default(USUAL_LAMPS),
  lights: z.array(lightSchema).min(1),
  frames: z.array(frameSchema).min(1),
  /** Where a hanger's hook stands above the product: left out of a picture of the product alone. */
  hook: boxSchema.optional(),
})

/** What `backdrop.json` says of the backdrop of one rig with one background, as it is without the product. */
export const backdropManifestSchema = z.object({
  version: z.literal(1),
  rig: z.string(),
  background: z.string(),
  /** Whether a person stands in it, who wears what the plate shows. */
  isPeopled: z.boolean().optional(),
  /** Of a wall close behind the product, on which the shade of one in mid-air falls: how light its middle is shown. */
  wall: z.number().positive().max(1).optional(),
  /** Whether something out of the picture keeps a part of the key light from it, and from the product: `passing.webp`. */
  hasPassing: z.boolean().optional(),
  colour: z.boolean(),
  groups: perGroup(encoded),
})

/** A part of a view, as shares of its width and height from its upper left corner. */
const partSchema = z.object({ left: z.number().min(0), top: z.number().min(0), side: z.number().positive().max(1) })

/**
 * What `person.json` says of who wears a product: the person alone, in colour, and their coverage; and for each background
 * what stands behind, a part of the view that all share or light that is the same everywhere. One range for all groups and
 * whatever stands behind, so that most of a picture is put together by copying.
 */
export const personManifestSchema = z.object({
  version: z.literal(1),
  rig: z.string(),
  range: z.number().positive(),
  behind: z.record(z.string(), z.union([partSchema, z.object({ light: z.number().positive() })])),
})

/** What `view.json` says of a far view, in colour, whose light is the same in every group. */
export const viewManifestSchema = z.object({
  version: z.literal(1),
  background: z.string(),
  range: z.number().positive(),
})

export type PersonManifest = z.infer<typeof personManifestSchema>
export type PlateManifest = z.infer<typeof plateManifestSchema>
export type BackdropManifest = z.infer<typeof backdropManifestSchema>
export type Light = z.infer<typeof lightSchema>
export type Frame = z.infer<typeof frameSchema>
export type PrintArea = z.infer<typeof printSchema>
export type SizeName = keyof PrintArea['sizesIn']
