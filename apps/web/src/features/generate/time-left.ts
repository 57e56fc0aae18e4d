import type { GenerationWire, PaceWire } from '@printroom/contract/wire'

/**
 * Seconds until the last of these is done, at the pace at which pictures are made now; null where that is not known.
 * Whoever is in line waits for the rounds before, each as long as a picture.
 */
export function secondsLeft(
  active: readonly Pick<GenerationWire, 'status' | 'progress' | 'position'>[],
  pace: PaceWire | undefined,
): number | null {
  if (!pace?.seconds || active.length === 0) return null
  const { seconds, at_once: atOnce } = pace
  return Math.max(
    ...active.map(({ status, progress, position }) =>
      status === 'queued' ? seconds * (Math.ceil(Math.max(1, position) / atOnce) + 1) : seconds * (1 - progress / 100),
    ),
  )
}

/** A time to wait in words that do not pretend to be exact. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 5) return 'A few seconds left'
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'About a minute left' : `About ${minutes} minutes left`
}
