import { page } from '@printroom/contract/paging'
import {
  deliveryResponse,
  endpointChangeSchema,
  endpointResponse,
  endpointWithSecretResponse,
  newEndpointSchema,
  replayedResponse,
} from '@printroom/contract/webhooks'
import { successResponse } from '@printroom/contract/wire'
import * as z from 'zod'
import { DELIVERY, ENDPOINT, ENDPOINT_SECRET, SUCCESS } from '../examples.ts'
import { bodyAndId, id, json, list, nothing, queryAndId, type Route } from '../route.ts'

const tag = 'Webhooks'
const { url, events } = ENDPOINT
const errors = ['not_found'] as const

export const WEBHOOK_ROUTES: readonly Route[] = [
  json(
    'GET',
    '/api/webhook-endpoints',
    (caller) => caller.webhook.list,
    endpointResponse.array(),
    { id: 'listEndpoints', tag, summary: 'List your endpoints', example: { 200: [ENDPOINT] } },
    nothing,
  ),
  json('POST', '/api/webhook-endpoints', (caller) => caller.webhook.create, endpointWithSecretResponse, {
    id: 'createEndpoint',
    tag,
    summary: 'Add an endpoint',
    description: 'Its secret is in this answer and in no other.',
    body: newEndpointSchema,
    example: { request: { url, events }, 200: { ...ENDPOINT, secret: ENDPOINT_SECRET } },
  }),
  json(
    'PATCH',
    '/api/webhook-endpoints/:id',
    (caller) => caller.webhook.update,
    endpointResponse,
    {
      id: 'changeEndpoint',
      tag,
      summary: 'Change an endpoint, or switch it on or off',
      body: endpointChangeSchema.omit({ id: true }),
      errors,
      example: { request: { is_enabled: false }, 200: { ...ENDPOINT, is_enabled: false } },
    },
    bodyAndId,
  ),
  json(
    'DELETE',
    '/api/webhook-endpoints/:id',
    (caller) => caller.webhook.remove,
    successResponse,
    { id: 'deleteEndpoint', tag, summary: 'Remove an endpoint', errors, example: { 200: SUCCESS } },
    id,
  ),
  json(
    'POST',
    '/api/webhook-endpoints/:id/secret',
    (caller) => caller.webhook.rotateSecret,
    endpointWithSecretResponse,
    {
      id: 'rotateEndpointSecret',
      tag,
      summary: 'Make a new secret',
      description: 'Messages are signed with the one before too, for a day.',
      errors,
      example: { 200: { ...ENDPOINT, old_secret_until: '2026-11-25T09:30:00.000Z', secret: ENDPOINT_SECRET } },
    },
    id,
  ),
  json(
    'POST',
    '/api/webhook-endpoints/:id/test',
    (caller) => caller.webhook.test,
    deliveryResponse,
    {
      id: 'testEndpoint',
      tag,
      summary: 'Send a test message',
      description: 'And wait for what is answered, 15 seconds at most.',
      errors,
      example: { 200: { ...DELIVERY, type: 'webhook.test' } },
    },
    id,
  ),
  list(
    '/api/webhook-endpoints/:id/deliveries',
    (caller) => caller.webhook.deliveries,
    deliveryResponse,
    {
      id: 'listDeliveries',
      tag,
      summary: 'List an endpoint’s messages',
      description: 'Those of 30 days with every try, newest first, a page at a time.',
      query: z.object(page),
      errors,
      example: { 200: [DELIVERY] },
    },
    queryAndId,
  ),
  json(
    'POST',
    '/api/webhook-endpoints/:id/replay',
    (caller) => caller.webhook.replayFailed,
    replayedResponse,
    {
      id: 'replayFailedDeliveries',
      tag,
      summary: 'Send again what failed',
      description: 'Of an endpoint that is on, the latest 400.',
      errors,
      example: { 200: { sent: 3 } },
    },
    id,
  ),
  json(
    'POST',
    '/api/webhook-deliveries/:id/replay',
    (caller) => caller.webhook.replay,
    deliveryResponse,
    {
      id: 'replayDelivery',
      tag,
      summary: 'Send a message again',
      description: 'The same message under its old id.',
      errors,
      example: { 200: DELIVERY },
    },
    id,
  ),
]
