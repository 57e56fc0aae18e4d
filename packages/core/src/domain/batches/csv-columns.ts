/** The columns of a batch's CSV. The first six are read, the others written alone: what was made and how to list it. */
export const COLUMNS = [
  'file',
  'product',
  'colour',
  'scene',
  'side',
  'title',
  'picture',
  'state',
  'reason',
  'description',
  'tags',
] as const
export type Column = (typeof COLUMNS)[number]

/** What joins the words of a product with its base model, and of a scene. */
export const JOINT = ' / '
