import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { say } from './say.mjs'

/** Pino's number for a warning; what is below needs no word. */
const WARN = 40
const ERROR = 50

/** Copies a child's output into the log line by line, so that two children never share a line. */
export function follow(who: string, output: Readable): void {
  createInterface({ input: output }).on('line', (line) => say(who, readable(line)))
}

/** A JSON line for machines as a sentence for a person; any other line as it is. */
export function readable(line: string): string {
  const entry = parse(line)
  if (entry === undefined) return line
  const { level, time: _time, pid: _pid, hostname: _host, process: _process, msg, ...details } = entry
  const severity = typeof level === 'number' ? (level >= ERROR ? 'error: ' : level >= WARN ? 'warning: ' : '') : ''
  const rest = Object.entries(details).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [`${severity}${String(msg)}`, ...rest].join('  ')
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{"level":')) return undefined
  try {
    const entry: Record<string, unknown> = JSON.parse(line)
    return entry
  } catch {
    return undefined
  }
}
