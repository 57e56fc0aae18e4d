import * as z from 'zod'
import { THUMBNAIL_SIDES } from '@printroom/contract/limits'
import { ROBOTS } from '../../http/share-page.ts'
import { callWith } from '../call.ts'
import { file, open, type Route } from '../route.ts'
import { sendFile } from '../send.ts'

export const SHARE_ROUTES: readonly Route[] = [
  open(
    file(
      'GET',
      '/api/s/:token/:place/:part',
      ['image/jpeg', 'image/webp'],
      {
        id: 'readSharedPicture',
        tag: 'Shares',
        summary: 'Read a picture of a shared link',
        description: 'For whoever has the link: `place` counts from 0, `part` is `file` or `thumbnail`.',
        query: z.object({
          side: z.literal(String(THUMBNAIL_SIDES.card)).optional().describe('Pixels; without it, as it is stored.'),
        }),
        errors: ['not_found', 'gone'],
        example: {},
      },
      async (caller, request, reply) => {
        const isCard = (request.query as { side?: string }).side !== undefined
        const opened = await callWith(caller.share.open, { ...(request.params as object), isCard })
        // Kept for minutes and by the client's browser alone: a link that is taken back has to close.
        return sendFile(reply, opened, false).headers({ 'cache-control': 'private, max-age=300', ...ROBOTS })
      },
    ),
  ),
]
