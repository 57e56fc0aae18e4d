import { labelOf, type DesignSize } from '@printroom/contract/catalogue'
import { PRINT_DPI } from '@printroom/contract/placement'
import type { Finding } from '@printroom/studio/checks/check-print'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { formatNumber } from '~/lib/format.ts'

/** A press that mends what was found: another choice, or a new design made of this one. */
export type Mend = { label: string; choice: { colour: string } | { size: DesignSize } } | CopyMend
/** `fringe` is the width of a light edge in the file's pixels. */
export type CopyMend = { label: string; copy: 'solid' | 'cleaned'; fringe: number }

type Vanishing = Extract<Finding, { kind: 'vanishing' }>
type Region = Vanishing['regions'][number]

const MOST_NAMED = 3

/** What was found, in a line; `colour` is the product's, `fileWidth` the design's in pixels. */
export function wordsOf(finding: Finding, colour: string, fileWidth: number): string {
  switch (finding.kind) {
    case 'vanishing':
      return `${percent(finding.share)} of the ink nearly vanishes on ${colourName(colour).label}: ${placesOf(finding)}.`
    case 'hidden':
      return `${percent(finding.share)} of the print is out of sight in this picture, ${SIDES[finding.side]}.`
    case 'resolution': {
      const needed = Math.ceil((fileWidth * PRINT_DPI.warned) / finding.dpi / 10) * 10
      const how = `${finding.isPoor ? 'Blurred' : 'Soft'} in print: ${Math.floor(finding.dpi)} DPI at this size.`
      return finding.size ? how : `${how} A file ${formatNumber(needed)} pixels wide would be sharp.`
    }
    case 'soft':
      return `${percent(finding.share)} of the print is see-through: a glow, shadow or veil comes out patchy on fabric.`
    case 'halo':
      return `A light edge around the ink shows on ${colourName(colour).label}.`
  }
}

/** What mends it, or null where nothing that we offer does. */
export function mendOf(finding: Finding): Mend | null {
  switch (finding.kind) {
    case 'vanishing':
      return finding.colour
        ? { label: `Use ${colourName(finding.colour).label} instead`, choice: { colour: finding.colour } }
        : null
    case 'hidden':
    case 'resolution':
      return finding.size ? { label: `Use ${labelOf(finding.size)}`, choice: { size: finding.size } } : null
    case 'soft':
      return { label: 'Make a solid copy', copy: 'solid', fringe: 0 }
    case 'halo':
      return { label: 'Make a cleaned copy', copy: 'cleaned', fringe: finding.fringe }
  }
}

const percent = (share: number): string => (share < 0.01 ? 'Under 1%' : `${Math.round(100 * share)}%`)

const SIDES = {
  left: 'on the left',
  right: 'on the right',
  top: 'at the top',
  bottom: 'at the bottom',
  middle: 'in the middle or on both sides',
} as const

/** Where ink vanishes, the largest first, each with how far its color is from the garment's. */
function placesOf({ regions }: Vanishing): string {
  const named = regions.slice(0, MOST_NAMED).map((region) => `${placeOf(region)} (ΔE ${region.deltaE.toFixed(1)})`)
  const others = regions.length - named.length
  return new Intl.ListFormat('en').format(others > 0 ? [...named, `${others} more`] : named)
}

function placeOf({ box: { left, top, right, bottom } }: Region): string {
  if (right - left > 0.7 && bottom - top > 0.7) return 'all over'
  const third = (share: number, low: string, high: string) => (share < 0.37 ? low : share > 0.63 ? high : '')
  const up = third((top + bottom) / 2, 'upper', 'lower')
  const across = third((left + right) / 2, 'left', 'right')
  if (up === '' && across === '') return 'in the middle'
  if (across === '') return up === 'upper' ? 'at the top' : 'at the bottom'
  return up === '' ? `on the ${across}` : `${up} ${across}`
}
