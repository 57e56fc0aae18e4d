import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '@printroom/core/env'

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Where the built browser client is, if it is. */
export const webFolder = ({ WEB_DIST }: Env): string => resolve(WEB_DIST ?? BUILT)
