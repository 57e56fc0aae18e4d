import type { PlateManifest } from './manifest.ts'
import type { Passes, Plate } from './plate.ts'

type Hook = NonNullable<PlateManifest['hook']>

/** A copy of values of a picture, one a pixel, with none in a hook's box. */
export function withoutBox(
  { left, top, right, bottom }: Hook,
  { width, height, data }: { width: number; height: number; data: Uint8Array },
): Uint8Array {
  const out = data.slice()
  const [first, end] = [Math.round(left * width), Math.round(right * width)]
  for (let y = Math.round(top * height); y < Math.round(bottom * height); y++)
    out.fill(0, y * width + first, y * width + end)
  return out
}

/** The product alone: without the hook by which a plate's hanger hangs, coverage and light alike. A copy, some 30 MB. */
export function withoutHook(plate: Plate): Plate {
  const { map, groups, manifest } = plate
  const { hook } = manifest
  if (!hook) return plate
  const bare = (passes: Passes): Passes => ({
    ...passes,
    white: { ...passes.white, data: withoutBox(hook, passes.white) },
    black: { ...passes.black, data: withoutBox(hook, passes.black) },
  })
  return {
    ...plate,
    map: { ...map, coverage: withoutBox(hook, { ...map, data: map.coverage }) },
    groups: { key: bare(groups.key), fill: bare(groups.fill), env: bare(groups.env) },
  }
}
