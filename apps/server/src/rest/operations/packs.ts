import { packResponse, packSchema } from '@printroom/contract/pack-schemas'
import { successResponse } from '@printroom/contract/wire'
import { PACK, SUCCESS } from '../examples.ts'
import { bodyAndId, id, json, nothing, type Route } from '../route.ts'

const tag = 'Packs'
const { name, pictures } = PACK

export const PACK_ROUTES: readonly Route[] = [
  json(
    'GET',
    '/api/packs',
    (caller) => caller.pack.list,
    packResponse.array(),
    {
      id: 'listPacks',
      tag,
      summary: 'List packs',
      description: 'Ours, which everybody has, and then your own.',
      example: { 200: [PACK] },
    },
    nothing,
  ),
  json('POST', '/api/packs', (caller) => caller.pack.create, packResponse, {
    id: 'createPack',
    tag,
    summary: 'Write a pack of your own',
    body: packSchema,
    example: { request: { name, pictures }, 200: PACK },
  }),
  json(
    'PATCH',
    '/api/packs/:id',
    (caller) => caller.pack.change,
    packResponse,
    {
      id: 'changePack',
      tag,
      summary: 'Change a pack of your own',
      description: 'Name and pictures, whole.',
      body: packSchema,
      errors: ['not_found'],
      example: { request: { name, pictures }, 200: PACK },
    },
    bodyAndId,
  ),
  json(
    'DELETE',
    '/api/packs/:id',
    (caller) => caller.pack.remove,
    successResponse,
    { id: 'deletePack', tag, summary: 'Delete a pack of your own', errors: ['not_found'], example: { 200: SUCCESS } },
    id,
  ),
]
