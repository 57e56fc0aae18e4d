/** By what My Mockups is grouped. */
export const GROUPINGS = ['design', 'batch'] as const
export type Grouping = (typeof GROUPINGS)[number]
