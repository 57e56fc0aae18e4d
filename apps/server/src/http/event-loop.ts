import { monitorEventLoopDelay } from 'node:perf_hooks'

const SAMPLE_EVERY_MS = 10

/**
 * Watches for how long this process does nothing but one thing: while it computes, nobody else is answered.
 * @returns what answers the longest pause since it was last called, in seconds
 */
export function watchEventLoop(): () => number {
  const intervals = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS })
  intervals.enable()
  return () => {
    const longest = intervals.max / 1e9 - SAMPLE_EVERY_MS / 1000
    intervals.reset()
    return Math.max(0, longest)
  }
}
