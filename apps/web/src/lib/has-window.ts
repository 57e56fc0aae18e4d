/** False while pages are prerendered, where there is no browser. */
export const HAS_WINDOW = typeof window !== 'undefined'
