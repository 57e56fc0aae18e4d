import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { openStudio } from '../src/studio.ts'

/** The products' plates, decoded once for all test files that share a process. */
export const studio = await openStudio(PRODUCTS_FOLDER)
