import { ProtocolError } from '@modelcontextprotocol/server'
import type { Transport } from '../transport.ts'

const PROTOCOL = '2026-07-28'
/** What this end tells of itself with every request; it keeps no session. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'printroom-stdio', version: '0.1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Message = { result?: Record<string, unknown>; error?: { code: number; message: string; data?: unknown } }
/** Asks the server's /mcp. @throws PrintroomError, ProtocolError */
export type Remote = (
  method: string,
  params: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<Record<string, unknown>>

/**
 * The tools of the server, as its /mcp has them: what is added there is there over stdio too. Every tool may be called twice
 * (an order's key is made of the order), so that a call that is lost is made again.
 */
export function remoteOf(transport: Transport): Remote {
  let id = 0
  return async (method, params, signal) => {
    id += 1
    const { name } = params as { name?: string }
    const { result, error } = await transport.json<Message>({
      method: 'POST',
      path: '/mcp',
      json: { jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } },
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
      },
      isRepeatable: true,
      signal,
    })
    if (error) throw new ProtocolError(error.code, error.message, error.data)
    // Of the revision that we speak to the server; the agent may speak another.
    const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest } = result ?? {}
    return rest
  }
}
