// A thread starts from plain JavaScript: tsx's hooks of the main thread do not reach into threads on Node 20.
import { tsImport } from 'tsx/esm/api'

const { default: work } = await tsImport('./studio-thread.ts', import.meta.url)
export default work
