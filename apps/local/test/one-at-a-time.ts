import { join } from 'node:path'
import { afterAll } from 'vitest'
import { ROOT } from '../src/env.mjs'
import { waitForLock } from '../src/lock.mjs'

// Files run beside those of other packages, but no two of this one: each starts whole products, which look for the first
// free port from 3000 on.

const lock = await waitForLock(join(ROOT, '.turbo/products-of-tests'), 'starts products', () => {})
afterAll(() => lock.release())
