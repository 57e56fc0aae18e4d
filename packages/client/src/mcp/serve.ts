import { once } from 'node:events'
import { resolve } from 'node:path'
import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult, type Tool } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createClient } from '../client.ts'
import { AuthenticationError, PrintroomError, RateLimitError } from '../errors.ts'
import { createTransport } from '../transport.ts'
import { Refused } from './folders.ts'
import { ownTools, type OwnTool } from './own-tools.ts'
import { remoteOf, type Remote } from './remote.ts'

/** `out`: where pictures are saved; without it none are. `designs`: where designs are read. */
export type McpOptions = {
  url: string
  apiKey: string | undefined
  out: string | undefined
  designs: string
  signal: AbortSignal
}

/** Serves MCP on standard input and output until the agent closes them: the server's tools, and those of this machine. */
export async function serveMcp({ url, apiKey, out, designs, signal }: McpOptions): Promise<void> {
  const transport = createTransport({ url, apiKey })
  const remote = remoteOf(transport)
  const own = ownTools({
    transport,
    printroom: createClient({ url, apiKey }),
    designs: resolve(designs),
    out: out === undefined ? undefined : resolve(out),
  })
  const { close } = serveStdio(() => createServer(remote, own))
  await Promise.race([once(process.stdin, 'close'), once(signal, 'abort')])
  await close()
}

function createServer(remote: Remote, own: readonly OwnTool[]): Server {
  const info = { name: 'printroom', title: 'Printroom', version: '0.1.0' }
  const names = own.map(({ name }) => name).join(', ')
  const instructions = `Makes product photographs of a design, a PNG on this machine, for one credit each. On this machine: ${names}. list_products says what can be made; quote and every dry_run are free and exact; make_mockup makes one picture, make_batch many; wait until they are done. The same order answers the same picture and is paid once. An error names the next step.`
  const server = new Server(info, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async (_, { mcpReq }) => {
    const { tools } = (await remote('tools/list', {}, mcpReq.signal)) as { tools: Tool[] }
    const theirs = tools.filter(({ name }) => own.every((each) => each.name !== name))
    return { tools: [...own.map(listed), ...theirs] }
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: input = {} } = params
    const tool = own.find((each) => each.name === name)
    try {
      if (!tool) return (await remote('tools/call', { name, arguments: input }, mcpReq.signal)) as CallToolResult
      const structuredContent = await tool.run(input, mcpReq.signal)
      return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
    } catch (error) {
      return failed(error)
    }
  })
  return server
}

const listed = ({ name, description, inputSchema, outputSchema, isReading }: OwnTool): Tool => ({
  name,
  description,
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: isReading, destructiveHint: false, idempotentHint: name !== 'upload_design' },
})

/** A tool's error, in a sentence and with the next step. @throws ProtocolError what is none */
function failed(error: unknown): CallToolResult {
  if (error instanceof ProtocolError) throw error
  const told = (code: string, next: string, more = {}) => ({
    isError: true,
    content: [
      { type: 'text' as const, text: JSON.stringify({ error: (error as Error).message, code, ...more, next }) },
    ],
  })
  if (error instanceof Refused) return told('bad_input', error.next)
  if (error instanceof AuthenticationError)
    return told(error.code, 'Ask the person to set PRINTROOM_API_KEY to a key of the account page that is valid.')
  if (error instanceof RateLimitError)
    return told(error.code, 'Wait for `retry_after_seconds`, then send the same again.', {
      retry_after_seconds: error.retryAfter,
    })
  if (error instanceof PrintroomError)
    return told(
      error.code,
      error.status === 0 || error.status >= 500
        ? 'Send the same again in some seconds: nothing is paid twice.'
        : 'Correct the call; list_mockups, list_designs and list_packs have the ids.',
    )
  throw new ProtocolError(ProtocolErrorCode.InternalError, (error as Error).message)
}
