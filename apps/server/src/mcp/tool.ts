import type * as z from 'zod'
import { refusalOfInput } from '../http/error-reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Caller } from '../rest/call.ts'
import type { Route } from '../rest/route.ts'
import { ROUTES } from '../rest/routes.ts'
import { objectSchemaOf, type ObjectSchema } from './json-schema.ts'

/** Who calls, and through what: the procedures that REST calls too. */
export type Served = { caller: Caller; context: RequestContext }

/** What a tool answers: data as its `output` says, and a picture to look at. */
export type ToolAnswer = { data: object; picture?: { bytes: Buffer; type: string } }

/**
 * A tool is a row of the REST table in the hands of an agent: `of` is that row's id, whose summary, description and schemas
 * it has where it does not bring its own. `isFree`: changes nothing and costs nothing.
 */
export type Tool = {
  name: string
  of: string
  description?: string
  input?: ObjectSchema
  output?: z.ZodType
  isFree: boolean
  run(served: Served, input: Record<string, unknown>): Promise<ToolAnswer>
}

/** @throws Error where the table has no such row */
export function routeOf(id: string): Route {
  const route = ROUTES.find((each) => each.id === id)
  if (!route) throw new Error(`no path is called ${id}`)
  return route
}

/** What a row's request takes, as an agent would send it. */
export function inputOf(id: string): ObjectSchema {
  const { body, query, path } = routeOf(id)
  const schema = body ?? query
  const named: ObjectSchema['properties'] = path.includes(':id') ? { id: { type: 'string' } } : {}
  const found = schema ? objectSchemaOf(schema, 'input') : { type: 'object' as const, properties: {} }
  return {
    ...found,
    properties: { ...named, ...found.properties },
    required: [...Object.keys(named), ...(found.required ?? [])],
  }
}

/** A tool as it is listed. */
export function listed({ name, of, description, input, output, isFree }: Tool) {
  const route = routeOf(of)
  return {
    name,
    title: route.summary,
    description: description ?? [`${route.summary}.`, route.description].filter(Boolean).join(' '),
    inputSchema: input ?? inputOf(of),
    outputSchema: objectSchemaOf(output ?? (route.responses[200] as z.ZodType), 'output'),
    // Nothing that a tool does deletes anything, and each may be called again: the answer is the same and costs nothing.
    annotations: { readOnlyHint: isFree, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}

/** What a tool of several rows reads by itself. @throws AppError bad_input */
export function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const found = schema.safeParse(input)
  if (!found.success) throw refusalOfInput(found.error)
  return found.data
}
