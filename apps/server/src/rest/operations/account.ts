import { requestListSchema } from '@printroom/contract/api-key-schemas'
import { requestResponse } from '@printroom/contract/api-keys'
import { accountResponse } from '@printroom/contract/wire'
import * as z from 'zod'
import { ACCOUNT, REQUEST } from '../examples.ts'
import { CSV, sendStream, ZIP } from '../send.ts'
import { file, json, keyed, list, personal, user, type Route } from '../route.ts'

export const userQuery = {
  userId: z.string().max(64).optional().describe('The signed-in user’s own id, where it is named at all.'),
  user_id: z.string().max(64).optional().describe('The same as `userId`.'),
}

export const ACCOUNT_ROUTES: readonly Route[] = [
  ...keyed(
    json(
      'GET',
      '/api/user',
      (caller) => caller.user.get,
      accountResponse,
      {
        id: 'readAccount',
        tag: 'Account',
        summary: 'Read the account',
        description: 'Who is signed in, the plan, and the credits that are left.',
        query: z.object(userQuery),
        errors: ['forbidden'],
        example: { 200: ACCOUNT },
      },
      user,
    ),
  ),
  list(
    '/api/requests',
    (caller) => caller.request.list,
    requestResponse,
    {
      id: 'listRequests',
      tag: 'Account',
      summary: 'List the requests made with your keys',
      description: 'Those of the last week, newest first; each stands here a second or two after its answer.',
      query: requestListSchema.unwrap(),
      errors: ['not_found'],
      example: { 200: [REQUEST] },
    },
    ({ query }) => query,
  ),
  file(
    'GET',
    '/api/credits/statement.csv',
    [CSV],
    {
      id: 'downloadStatement',
      tag: 'Account',
      summary: 'Download the statement of credits',
      description: 'Every line by which credits came and went, newest first.',
      example: {},
    },
    async (caller, _request, reply) =>
      sendStream(reply, await caller.user.statementCsv(), CSV, 'printroom-credits.csv'),
  ),
  personal(
    file(
      'GET',
      '/api/account/export',
      [ZIP],
      {
        id: 'exportAccount',
        tag: 'Account',
        summary: 'Download everything there is of the account',
        description: 'A zip of all rows and files, made while it is sent.',
        example: {},
      },
      async (caller, _request, reply) => sendStream(reply, await caller.account.export(), ZIP, 'printroom-account.zip'),
    ),
  ),
]
