/** False while pages are drawn ahead of time, where there is no browser. */
export const HAS_WINDOW = typeof window !== 'undefined'
