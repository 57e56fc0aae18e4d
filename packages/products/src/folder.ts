import { fileURLToPath } from 'node:url'

/** Where the products lie: a folder each, and beside them the backdrops that they share. Node only. */
export const PRODUCTS_FOLDER = fileURLToPath(new URL('..', import.meta.url))
