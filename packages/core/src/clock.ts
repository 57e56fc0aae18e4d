/** The time, as a port so that billing cycles and expiries can be tried. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
