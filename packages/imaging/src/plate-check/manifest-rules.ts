import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { printArea } from '@printroom/studio/geometry/placement'
import { type PlateManifest, plateManifestSchema } from '@printroom/studio/plate/manifest'
import { type Finding, error, warning } from './finding.ts'

/** `plate.json`: of ours the longest has 4 kB. */
const MOST_BYTES = 256 * 1024
const MOST_ISSUES = 5
/** Pixels along a plate's side. */
const [SMALLEST, LARGEST, WANTED] = [512, 4096, 2048] as const
/** The white pass's albedo, which the compositor divides by. */
const ALBEDO = 0.8
/** What is rounded in a file may be over by. */
const ROUNDED = 0.002
/** Metres: a pattern as small as a button or as large as a room was not measured in metres. */
const [NARROWEST, WIDEST] = [0.02, 5] as const

/** Reads what `plate.json` says: the manifest, or why it is none. */
export function readManifest(text: string): { manifest: PlateManifest } | { findings: Finding[] } {
  const about = 'plate.json'
  if (text.length > MOST_BYTES) return { findings: [error(about, `It is longer than ${MOST_BYTES / 1024} kB.`)] }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return { findings: [error(about, `It is not JSON: ${(cause as Error).message}.`)] }
  }
  const parsed = plateManifestSchema.safeParse(value)
  if (parsed.success) return { manifest: parsed.data }
  const issues = parsed.error.issues
  return {
    findings: issues
      .slice(0, MOST_ISSUES)
      .map(({ path, message }) => error(about, `${path.length > 0 ? `\`${path.join('.')}\`: ` : ''}${message}.`))
      .concat(issues.length > MOST_ISSUES ? [error(about, `${issues.length - MOST_ISSUES} more of the kind.`)] : []),
  }
}

/** What a manifest that is well formed says wrongly: sizes, names, frames, lights. */
export function manifestFindings(manifest: PlateManifest): Finding[] {
  return [
    ...sizes(manifest),
    ...area(manifest),
    ...frames(manifest),
    ...lights(manifest),
    ...twice(
      'lights',
      manifest.lights.map(({ name }) => name),
    ),
    ...twice(
      'frames',
      manifest.frames.map(({ name }) => name),
    ),
  ]
}

function sizes({ size, albedo, pattern }: PlateManifest): Finding[] {
  const found: Finding[] = []
  if (size < SMALLEST || size > LARGEST)
    found.push(error('size', `A side of ${size} pixels is not between ${SMALLEST} and ${LARGEST}.`))
  else if (size < WANTED)
    found.push(warning('size', `At ${size} pixels a side, pictures of ${WANTED} are enlarged and look soft.`))
  if (Math.abs(albedo - ALBEDO) > ROUNDED)
    found.push(error('albedo', `The white passes have to show an albedo of ${ALBEDO}; it says ${albedo}.`))
  for (const side of ['width', 'height'] as const)
    if (pattern[side] < NARROWEST || pattern[side] > WIDEST)
      found.push(error('pattern', `Its ${side} of ${pattern[side]} is not one in metres.`))
  return found
}

function area({ pattern, print }: PlateManifest): Finding[] {
  const found: Finding[] = []
  const { small, medium, large } = print.sizesIn
  if (!(small <= medium && medium <= large))
    found.push(error('print', `Sizes have to grow; they are ${small}, ${medium} and ${large} inches.`))
  if (large > print.maxWidthIn)
    found.push(error('print', `A large print of ${large} inches is wider than the area of ${print.maxWidthIn}.`))
  const { left, top, width, height } = printArea({ print })
  const beyond = Math.max(
    pattern.x0 - left,
    left + width - (pattern.x0 + pattern.width),
    top - (pattern.y0 + pattern.height),
    pattern.y0 - (top - height),
  )
  if (beyond > ROUNDED)
    found.push(error('print', `The print area goes ${(100 * beyond).toFixed(1)} cm beyond the pattern.`))
  return found
}

const frames = (manifest: PlateManifest): Finding[] =>
  manifest.frames.flatMap(({ name, x, y, scale }) => {
    const beyond = Math.max(...[x, y].flatMap((middle) => [scale / 2 - middle, middle + scale / 2 - 1]))
    return beyond > ROUNDED
      ? [error('frames', `"${name}" goes ${beyond.toFixed(3)} of the plate beyond its edge.`)]
      : []
  })

function lights(manifest: PlateManifest): Finding[] {
  const found: Finding[] = []
  for (const group of LIGHT_GROUPS)
    if (Math.hypot(...manifest.lamps[group]) > 1 + ROUNDED)
      found.push(error('lamps', `The direction of ${group} is longer than 1.`))
  for (const { name, gains } of manifest.lights) {
    const all = LIGHT_GROUPS.flatMap((group) => gains[group])
    if (all.some((gain) => gain < 0)) found.push(error('lights', `"${name}" has a gain below 0: no lamp takes light.`))
    else if ([0, 1, 2].some((channel) => LIGHT_GROUPS.every((group) => gains[group][channel] === 0)))
      found.push(error('lights', `"${name}" has no light in one of red, green and blue.`))
  }
  return found
}

const twice = (about: string, names: readonly string[]): Finding[] =>
  [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) =>
    error(about, `Two are called "${name}".`),
  )
