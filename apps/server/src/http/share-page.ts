import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '@printroom/core/context'
import { findShare } from '@printroom/core/domain/shares/by-token'
import { networkOf } from '@printroom/core/domain/auth/sign-in-limit'
import { AppError } from '@printroom/core/errors'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import type { FastifyInstance } from 'fastify'
import { webFolder } from './web-folder.ts'

/** The page of every share, as the build names it. */
const PAGE = 's.$.html'
const UNINDEXED = '<meta name="robots" content="noindex, nofollow, noarchive">'

/** For search engines that read no page. */
export const ROBOTS = { 'x-robots-tag': 'noindex, nofollow, noarchive' } as const

/** A share's link is the key to it: it stands in no log. */
export const withoutToken = (path: string): string => path.replace(/^((?:\/api)?\/s\/)[^/]+/i, '$1…')

/**
 * The page of a share, at `/s/{token}`: the client's page for all of them, with the status of this one (404 for a link that
 * never opened anything, 410 for one that does not any more), in no index and in no cache.
 */
export function registerSharePage(app: FastifyInstance, context: Context): void {
  const file = join(webFolder(context.env), PAGE)
  app.get<{ Params: { token: string } }>('/s/:token', async ({ params, ip }, reply) => {
    await consumeRateLimit(context, 'everything', `address:${networkOf(ip)}`)
    const page = await readFile(file, 'utf8').catch(() => null)
    if (page === null) throw new AppError('not_found')
    return reply
      .status(await statusOf(context, params.token))
      .headers(ROBOTS)
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', () => `${UNINDEXED}</head>`))
  })
}

async function statusOf(context: Context, token: string): Promise<number> {
  try {
    await findShare(context, token)
    return 200
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}
