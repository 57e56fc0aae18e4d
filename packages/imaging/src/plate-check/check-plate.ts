import { softenEdge } from '@printroom/studio/relief/soft-edge'
import { printFidelity } from '../print-fidelity.ts'
import { type Finding, error, percent } from './finding.ts'
import { lightFindings } from './light-rules.ts'
import { manifestFindings } from './manifest-rules.ts'
import { mapFindings } from './map-rules.ts'
import { readPlateFiles } from './read-folder.ts'

/** What is promised of a print that is read back: structural similarity, and CIEDE2000. */
const [LEAST_SIMILARITY, MOST_DIFFERENCE] = [0.97, 3] as const

/** What was found, and what a print on it came to where it was good enough to print on. */
export type PlateReport = {
  isUsable: boolean
  findings: Finding[]
  /** Of a photograph printed on white: similarity of 1 at most, CIEDE2000, share of it in sight. */
  print?: { similarity: number; difference: number; seen: number }
}

/**
 * Checks the folder of a plate, as its maker leaves it: that its files are there and well formed, that its map goes on
 * without folds and is true to its inches, that its light is light, and that a photograph printed on it is read back from the
 * finished picture as it was. Some seconds, of which the print takes most; it is made only where nothing else is wrong.
 * @param folder as the plate format describes it: `plate.json`, `uv.bin` or `uv.png`, twelve passes
 */
export async function checkPlate(folder: string): Promise<PlateReport> {
  const { findings, manifest, map, groups } = await readPlateFiles(folder)
  if (manifest) findings.push(...manifestFindings(manifest))
  // What is measured by a wrong manifest is wrong too.
  if (
    manifest &&
    map &&
    !findings.some(({ level, about }) => level === 'error' && ['print', 'pattern'].includes(about))
  ) {
    const ofMap = mapFindings(manifest, map)
    findings.push(...ofMap)
    if (groups && !ofMap.some(isError)) findings.push(...lightFindings(manifest, map, groups))
  }
  if (!manifest || !map || !groups || findings.some(isError)) return { isUsable: false, findings }
  const [print] = await printFidelity(softenEdge({ manifest, map, groups }), ['#FFFFFF'])
  if (!print) throw new Error('a colour has its result')
  const { similarity, difference } = print
  if (!(similarity >= LEAST_SIMILARITY))
    findings.push(
      error(
        'print',
        `A photograph printed on it comes back ${percent(similarity)} alike; ${percent(LEAST_SIMILARITY)} must be.`,
      ),
    )
  if (!(difference <= MOST_DIFFERENCE))
    findings.push(
      error(
        'print',
        `A photograph printed on it comes back ${difference.toFixed(1)} off in colour (ΔE2000); ${MOST_DIFFERENCE} is the most.`,
      ),
    )
  return { isUsable: !findings.some(isError), findings, print }
}

const isError = ({ level }: Finding): boolean => level === 'error'
