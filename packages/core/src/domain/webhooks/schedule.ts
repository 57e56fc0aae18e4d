const MINUTE = 60
const HOUR = 3600

/** Seconds from a failed try to the next: the last of them comes a day after the first. */
export const PAUSES: readonly number[] = [
  5,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10.5 * HOUR,
]

/** An endpoint that takes nothing for this long is switched off. */
export const OFF_AFTER_SECONDS = 24 * HOUR

/** Seconds that an endpoint's other messages wait after a failure: it is asked with one of them, not with all. */
export const ENDPOINT_PAUSE_SECONDS = MINUTE

/** How long until the next try after so many that failed, or null when that was the last. */
export const pauseAfter = (tries: number): number | null => PAUSES[tries - 1] ?? null
