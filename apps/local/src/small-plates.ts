import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, inherited } from './env.mjs'
import { say, seconds } from './say.mjs'
import { type Program, type Supervised, supervise } from './supervise.ts'

const IMAGING = join(ROOT, 'packages/imaging')
const PROGRAM = { name: 'plates', folder: IMAGING, env: inherited }

type OnStart = Program['onStart']

/** Whether every plate of the preview is there, as it is from the second start on. */
export function areSmallPlatesMade(folder: string): boolean {
  const list: Record<'plates' | 'backdrops', Record<'map' | 'light' | 'shadow', string | undefined>[]> = JSON.parse(
    readFileSync(join(IMAGING, 'dist/small-studio.json'), 'utf8'),
  )
  const files = [...list.plates, ...list.backdrops].flatMap(({ map, light, shadow }) => [map, light, shadow])
  return files.every((file) => file === undefined || existsSync(join(folder, file)))
}

/** The process that makes what a page asks for before its turn, at this port of loopback. */
export function serveSmallPlates(folder: string, port: number, onStart: OnStart): Supervised {
  return supervise({ ...PROGRAM, script: ['--import', 'tsx', 'src/serve-plates.ts', String(port), folder], onStart })
}

/** Makes all that are missing, whatever else the machine does coming first. `onDone` is called when they are there. */
export function makeSmallPlates(folder: string, onStart: OnStart, onDone: () => void): Supervised {
  const startedAt = performance.now()
  say('plates', 'making the pictures of the preview in the background; one that is wanted before is made at once')
  const tellDone = () => {
    say('plates', `all made, in ${seconds(performance.now() - startedAt)}`)
    onDone()
  }
  return supervise({
    ...PROGRAM,
    script: ['--import', 'tsx', 'src/make-plates.ts', '--background', '--into', folder],
    onStart,
    onDone: tellDone,
  })
}
