// A process starts from plain JavaScript: tsx is loaded by it, so that it needs no arguments for Node.
import { tsImport } from 'tsx/esm/api'

await tsImport('./measurer-process.ts', import.meta.url)
