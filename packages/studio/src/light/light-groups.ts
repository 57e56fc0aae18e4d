/** The lights of a scene that are mixed at will: the main lamp, the fill, and what comes from all around. */
export const LIGHT_GROUPS = ['key', 'fill', 'env'] as const
export type LightGroup = (typeof LIGHT_GROUPS)[number]
