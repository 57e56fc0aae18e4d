import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { ProtocolError, ProtocolErrorCode, Server, type CallToolResult } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { appRouter } from '../app-router.ts'
import { bodyOf } from '../http/error-reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import { NEXT_STEPS } from './next-steps.ts'
import { listed, routeOf, type Served, type Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

const VERSION = '1.0.0'
const INSTRUCTIONS = `${PRODUCT_NAME} makes product photographs of a design, which is a PNG, for one credit each. list_products says what can be made (name a product for its colours); upload_design takes the PNG; quote and every dry_run are free and exact; make_mockup makes one picture, make_batch many, with a pack of list_packs a whole listing; wait until they are done; get_mockup shows one. Every call may be repeated: the same order answers the same picture and is paid once. An error names the next step.`

const LISTED = TOOLS.map(listed)

/** Of a grid, every cell may be wrong: an agent that has read some knows what is. */
const FIELDS_SHOWN = 5

type Log = (fault: unknown) => void

/** The MCP server of one request: the tools, called as whoever sent it. @param log hears of faults of ours */
export function createMcpServer(context: RequestContext, log: Log): Server {
  const info = { name: 'printroom', title: PRODUCT_NAME, version: VERSION }
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  const served: Served = { caller: appRouter.createCaller(context), context }
  server.setRequestHandler('tools/list', () => ({ tools: LISTED }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const at = TOOLS.findIndex(({ name }) => name === params.name)
    const tool = TOOLS[at]
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool of this name; there are ${TOOLS.map(({ name }) => name).join(', ')}.`,
      )
    const result = await call(tool, served, params.arguments ?? {}, log)
    return server.projectCallToolResult(result, LISTED[at]?.outputSchema)
  })
  return server
}

async function call(tool: Tool, served: Served, input: Record<string, unknown>, log: Log): Promise<CallToolResult> {
  try {
    const { data, picture } = await tool.run(served, input)
    // Of an answer, what the tool says that it has: the rest would only fill the agent's context.
    const structuredContent = (tool.output ?? (routeOf(tool.of).responses[200] as z.ZodType)).parse(data) as Record<
      string,
      unknown
    >
    return {
      structuredContent,
      content: [
        { type: 'text', text: JSON.stringify(structuredContent) },
        ...(picture
          ? [{ type: 'image' as const, data: picture.bytes.toString('base64'), mimeType: picture.type }]
          : []),
      ],
    }
  } catch (error) {
    const { status, body, retryAfter } = bodyOf(error, served.context.requestId)
    if (status >= 500) log(error)
    const told = {
      ...body,
      ...(body.fields && { fields: Object.fromEntries(Object.entries(body.fields).slice(0, FIELDS_SHOWN)) }),
      ...(retryAfter && { retry_after_seconds: retryAfter }),
      next: NEXT_STEPS[body.code],
    }
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
  }
}
