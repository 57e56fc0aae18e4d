import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const WIDTH = 8

/** A line of the one log, headed by who says it. */
export function say(who: string, line: string): void {
  process.stdout.write(`${who.padEnd(WIDTH)} │ ${line}\n`)
}

/** Copies a child's output into the log line by line, so that two children never share a line. */
export function follow(who: string, output: Readable): void {
  createInterface({ input: output }).on('line', (line) => say(who, line))
}
