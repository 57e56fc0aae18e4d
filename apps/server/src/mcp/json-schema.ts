import type { JSONObject } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** A schema as a tool lists it: an object with its fields. */
export type ObjectSchema = {
  type: 'object'
  properties: Record<string, JSONObject>
  required?: string[]
}
type Node = {
  type?: string
  properties?: Record<string, JSONObject>
  required?: string[]
  allOf?: Node[]
  $schema?: string
}

/**
 * A schema of the REST table as JSON Schema with an object at its root, which is what a tool has to have: the parts of an
 * intersection are put together. What only a check of our own knows stays with the procedure, which reads every input again.
 */
export function objectSchemaOf(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const {
    $schema: _,
    allOf,
    ...root
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: leaveOpen,
  }) as Node
  const parts = [root, ...(allOf ?? [])]
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  return {
    ...root,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, JSONObject>,
    ...(required.length > 0 && { required }),
  }
}

/** Answers may grow: whoever reads one leaves alone what it does not know. */
const leaveOpen = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** The same schema without these fields, and with others. */
export function changed(schema: ObjectSchema, without: readonly string[], more: z.ZodObject): ObjectSchema {
  const added = objectSchemaOf(more, 'input')
  const kept = Object.entries(schema.properties).filter(([name]) => !without.includes(name))
  const required = [...(schema.required ?? []).filter((name) => !without.includes(name)), ...(added.required ?? [])]
  return { ...schema, properties: { ...Object.fromEntries(kept), ...added.properties }, required }
}
