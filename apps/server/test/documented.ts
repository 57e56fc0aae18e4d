import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { buildDocument } from '../src/rest/openapi/document.ts'
import { Client, type Reply } from './harness.ts'

type Answer = {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }>; schema: object }>
}
export type Operation = {
  operationId: string
  summary: string
  security: object[]
  tags: string[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { example?: unknown; schema: object }> }
  responses: Record<string, Answer>
}

/** As whoever asks for it reads it. */
export const document = JSON.parse(JSON.stringify(buildDocument())) as {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}

/** `GET /api/designs/{id}` and its operation. */
export const OPERATIONS = new Map<string, Operation>(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ),
)

/** The same document with nothing in an answer but what it names: a field too many is a fault here. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, closed(inner)]))
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema(closed(document) as object, 'api')
const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What is wrong with a value by the schema at these steps into the document; nothing where it fits. */
export function faultsOf(value: unknown, ...steps: string[]): string[] {
  const validate = ajv.compile({ $ref: `api#/${steps.map(escaped).join('/')}` })
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  )
}

/** The steps to what an operation answers with a status. */
export function stepsTo(name: string, status: number): { answer: Answer; steps: string[] } {
  const [method = '', path = ''] = name.split(' ')
  const steps = ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const answer = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  expect(answer, `${name} says nothing of ${status}`).toBeDefined()
  const shared = answer?.$ref?.split('/').at(-1)
  if (shared === undefined) return { answer: answer!, steps }
  return { answer: document.components.responses[shared]!, steps: ['components', 'responses', shared] }
}

/** Which operation an address is; the one with fewer placeholders where two fit. */
export function nameOf(method: string, address: string): string | undefined {
  const path = address.split('?')[0]!
  return [...OPERATIONS.keys()]
    .filter((name) => {
      const [verb, template = ''] = name.split(' ')
      return verb === method && new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
    })
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

/** A client that holds every answer against the document, and knows which were seen: `POST /api/designs 201`. */
export class DocumentedClient extends Client {
  static readonly seen = new Set<string>()

  override async fetch(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Reply> {
    const answer = await super.fetch(path, init)
    const method = init.method ?? (init.json !== undefined || init.body ? 'POST' : 'GET')
    const name = nameOf(method, path)
    expect(name, `${method} ${path} is not in the document`).toBeDefined()
    DocumentedClient.seen.add(`${name} ${answer.status}`)
    await expectDocumented(name!, answer)
    return answer
  }
}

async function expectDocumented(name: string, answer: Reply): Promise<void> {
  const { answer: told, steps } = stepsTo(name, answer.status)
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  expect(Object.keys(told.content ?? {}), `${name} ${answer.status}`).toContain(type)
  if (type === 'text/event-stream') return
  // Read to its end: a server that is closed waits for what it is still sending.
  if (type !== 'application/json') return void (await answer.clone().arrayBuffer())
  const value = (await answer.clone().json()) as { code?: string }
  expect(faultsOf(value, ...steps, 'content', type, 'schema'), `${name} ${answer.status}`).toEqual([])
  if (answer.status >= 400) expect(Object.keys(told.content?.[type]?.examples ?? {}), name).toContain(value.code)
}
