import { page } from '@printroom/contract/paging'
import { filenameSchema } from '@printroom/contract/schemas'
import { THUMBNAIL_SIDES, UPLOAD_MAX_BYTES } from '@printroom/contract/limits'
import { designResponse, successResponse } from '@printroom/contract/wire'
import * as z from 'zod'
import { DESIGN, SUCCESS } from '../examples.ts'
import { bodyAndId, file, id, json, keyed, list, type Route } from '../route.ts'
import { sendFile } from '../send.ts'
import { receive } from '../upload.ts'
import { userQuery } from './account.ts'

const tag = 'Designs'

export const downloadQuery = { download: z.string().optional().describe('Named at all: the file is to be saved.') }
export const thumbnailQuery = {
  ...downloadQuery,
  side: z.literal(THUMBNAIL_SIDES.card).optional().describe('Pixels; without it, as it is stored.'),
}
type Shown = { side?: string; download?: string }

const upload: Route = {
  method: 'POST',
  path: '/api/designs',
  access: 'account',
  id: 'uploadDesign',
  tag,
  summary: 'Upload a design',
  description: `A PNG of at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB. It is answered when it has been read, so that what cannot be printed is told here.`,
  form: z.object({
    design: z.string().meta({ format: 'binary', contentMediaType: 'image/png', description: 'The PNG itself.' }),
    userId: userQuery.userId,
  }),
  responses: { 201: designResponse },
  errors: ['not_png', 'unreadable_png', 'upload_timeout', 'forbidden'],
  example: { request: { design: 'sun.png' }, 201: DESIGN },
  handle: receive,
}

const shown = (part: 'file' | 'thumbnail', summary: string, type: string): Route =>
  file(
    'GET',
    `/api/designs/:id/${part}`,
    [type],
    {
      id: part === 'file' ? 'readDesignFile' : 'readDesignThumbnail',
      tag,
      summary,
      query: z.object(part === 'file' ? downloadQuery : thumbnailQuery),
      errors: ['not_found'],
      example: {},
    },
    async (caller, request, reply) => {
      const { side, download } = request.query as Shown
      return sendFile(reply, await caller.design.open({ ...id(request), part, side }), download !== undefined)
    },
  )

export const DESIGN_ROUTES: readonly Route[] = [
  ...keyed(
    list('/api/designs', (caller) => caller.design.list, designResponse, {
      id: 'listDesigns',
      tag,
      summary: 'List designs',
      description: 'Newest first, a page at a time.',
      query: z.object({ ...userQuery, ...page }),
      errors: ['forbidden'],
      example: { query: '?limit=1', 200: [DESIGN] },
    }),
  ),
  upload,
  json(
    'PATCH',
    '/api/designs/:id',
    (caller) => caller.design.rename,
    designResponse,
    {
      id: 'renameDesign',
      tag,
      summary: 'Rename a design',
      body: z.object({ filename: filenameSchema }),
      errors: ['not_found'],
      example: { request: { filename: 'moon.png' }, 200: { ...DESIGN, filename: 'moon.png' } },
    },
    bodyAndId,
  ),
  json(
    'DELETE',
    '/api/designs/:id',
    (caller) => caller.design.remove,
    successResponse,
    {
      id: 'deleteDesign',
      tag,
      summary: 'Delete a design',
      description: 'Mockups that were made from it stay.',
      errors: ['not_found'],
      example: { 200: SUCCESS },
    },
    id,
  ),
  shown('file', 'Read a design’s file', 'image/png'),
  shown('thumbnail', 'Read a design’s thumbnail', 'image/webp'),
]
