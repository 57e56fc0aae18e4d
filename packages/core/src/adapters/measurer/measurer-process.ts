import { lowerPriority } from '../../jobs/process-priority.ts'
import type { Mending, Photo } from '../../domain/scenes/measurer.ts'
import { measureScene, mendScene } from './measure-scene.ts'
import type { MeasurerReport } from './measurer.ts'

lowerPriority(Number(process.argv[2]))

const say = (report: MeasurerReport) => process.send?.(report)

process.once('message', async (asked: Photo | Mending) => {
  const work = 'kept' in asked ? mendScene(asked) : measureScene(asked, (stage) => say({ stage }))
  const report = await work.then(
    (answer) => ({ answer }),
    (error: Error) => ({ error: `${error.name}: ${error.message}` }),
  )
  say(report)
})
// Whoever started it is gone, perhaps in the middle of a photograph.
process.on('disconnect', () => process.exit(0))
