import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '@printroom/core/env'
import { AppError } from '@printroom/core/errors'
import { makeSmallPlate } from '@printroom/core/adapters/plates/plate-maker'
import type { FastifyInstance } from 'fastify'

/** Where `imaging` leaves the plates in small that the browser's preview draws with. */
const MADE = fileURLToPath(new URL('../../../../packages/imaging/dist/plates', import.meta.url))

const NAME = /^[\w-]+\.(bin|webp)$/

/** The folder of the plates in small. */
export const smallPlatesFolder = ({ PLATES_DIR }: Env): string => resolve(PLATES_DIR ?? MADE)

/**
 * The plates in small, at `/assets/plates/`. They are made ahead of time, but after a first `npm start` in the background:
 * until then the process at PLATES_URL is asked for what is missing, which decodes it (`POST /<file>`).
 */
export function registerSmallPlates(app: FastifyInstance, env: Env): void {
  const folder = smallPlatesFolder(env)
  app.get<{ Params: { file: string } }>('/assets/plates/:file', async ({ params: { file } }, reply) => {
    if (!NAME.test(file)) throw new AppError('not_found')
    const isMade = () => existsSync(join(folder, file))
    if (!isMade() && !(env.PLATES_URL && (await makeSmallPlate(env.PLATES_URL, file)))) throw new AppError('not_found')
    // The maker ends when all are made, perhaps between the look and the question.
    if (!isMade()) throw new AppError('unready')
    return reply.sendFile(file, folder)
  })
}
