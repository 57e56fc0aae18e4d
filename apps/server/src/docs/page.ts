import { existsSync, readdirSync } from 'node:fs'
import { ERRORS } from '@printroom/contract/errors'
import { PRODUCT_NAME } from '@printroom/contract/messages'
import { buildDocument } from '../rest/openapi/document.ts'
import { GUIDES, sampleOf, type Guide } from './guides.ts'
import { STYLE } from './style.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: object[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref?: string; description: string; content?: Content }>
}
type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** `Sign in` → `paths-sign-in`: no guide is called so. */
const slug = (tag: string): string => `paths-${tag.toLowerCase().replaceAll(' ', '-')}`
/** Plain text with `code` in it. */
const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((each) => `<p>${prose(each)}</p>`)
    .join('')
const block = (label: string, text: string): string =>
  `<figure><figcaption>${escaped(label)}</figcaption><pre tabindex="0" aria-label="${escaped(label)}"><code>${escaped(text.trim())}</code></pre></figure>`

/** The API's reference as a page without a script. @param assets the folder of the client's hashed files, for its fonts */
export function renderPage(assets: string): string {
  const document = JSON.parse(JSON.stringify(buildDocument())) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  const groups = tags.map((tag) => ({ tag, rows: operations.filter(({ operation }) => operation.tags[0] === tag) }))
  const link = (id: string, text: string) => `<li><a href="#${id}">${escaped(text)}</a></li>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API – ${PRODUCT_NAME}</title>
<meta name="description" content="Make mockups from your own programs: guides and the reference of every path.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/first.js"></script>
<style>${fonts(assets)}${STYLE}</style></head><body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/">${PRODUCT_NAME}</a><nav aria-label="Site"><a href="/api/openapi.json">OpenAPI 3.1</a><a href="/account">API keys</a></nav></header>
<div class="page"><nav class="contents" aria-label="Contents">
<h2>Guides</h2><ul>${GUIDES.map(({ id, title }) => link(id, title)).join('')}</ul>
${groups.map(({ tag, rows }) => `<h2><a href="#${slug(tag)}">${escaped(tag)}</a></h2><ul class="paths">${rows.map(({ operation }) => link(operation.operationId, operation.summary)).join('')}</ul>`).join('')}
<h2><a href="#refusals">Refusals</a></h2></nav>
<main id="main"><h1>API</h1>${paragraphs(document.info.description)}
${GUIDES.map(guide).join('')}
${groups.map(({ tag, rows }) => `<section id="${slug(tag)}"><h2>${escaped(tag)}</h2>${rows.map(({ method, path, operation }) => entry(method, path, operation, document)).join('')}</section>`).join('')}
${refusals()}</main></div></body></html>`
}

const LABELS: Record<string, string> = { '.sh': 'curl', '.json': 'Settings of an agent', '.ts': 'TypeScript' }
const guide = ({ id, title, text, samples }: Guide): string =>
  `<section id="${id}"><h2>${escaped(title)}</h2>${text.map((each) => `<p>${prose(each)}</p>`).join('')}${samples
    .map((name) => block(LABELS[name.slice(name.lastIndexOf('.'))] ?? 'JavaScript', sampleOf(name)))
    .join('')}</section>`

function entry(method: string, path: string, operation: Operation, document: Document): string {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation
  const access = security.length === 0 ? 'Open to all' : security.length === 1 ? 'Session only' : 'API key or session'
  const rows = parameters.map(({ name, in: place, required, description: text, schema }) => ({
    name,
    note: place,
    schema,
    isRequired: required === true,
    text,
  }))
  return `<article id="${operationId}"><h3>${escaped(summary)}</h3>
<p class="line"><span class="method">${method}</span> <code>${escaped(path)}</code> <span class="access">${access}</span></p>
${description ? paragraphs(description) : ''}${table('Parameters', rows)}
${Object.entries(requestBody?.content ?? {})
  .map(([type, { schema, example }]) => fields(`Body, ${type}`, schema, document) + exampleOf('Request', example))
  .join('')}
${Object.entries(responses)
  .map(([status, { content }]) => (content ? answer(status, content, document) : ''))
  .join('')}
${refused(responses)}</article>`
}

function answer(status: string, content: Content, document: Document): string {
  const types = Object.keys(content)
  const [{ schema, example } = {}] = Object.values(content)
  if (schema && example !== undefined)
    return fields(`Answer ${status}`, schema, document) + exampleOf(`${status} ${types.join()}`, example)
  const names = types.map((type) => `<code>${escaped(type)}</code>`).join(', ')
  return `<p>Answers <code>${status}</code> with a file: ${names}.</p>`
}

const exampleOf = (label: string, example: unknown): string =>
  example === undefined ? '' : block(label, JSON.stringify(example, null, 2))

/** The codes stand in the names of the answers that share them. */
function refused(responses: Operation['responses']): string {
  const groups = Object.entries(responses).flatMap(([status, { $ref }]) => {
    const codes = $ref?.split('/').at(-1)?.split('.') ?? []
    const links = codes.map((code) => `<a href="#code-${code}"><code>${code}</code></a>`)
    return links.length > 0 ? [`${status} ${links.join(' ')}`] : []
  })
  return `<p class="refused">Refusals: ${groups.join(' · ')}</p>`
}

type Row = { name: string; note?: string; schema: Schema; isRequired: boolean; text?: string }

function fields(title: string, schema: Schema, document: Document): string {
  const of = resolved(schema, document)
  const object = of.type === 'array' && of.items ? resolved(of.items, document) : of
  const rows = Object.entries(object.properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    isRequired: object.required?.includes(name) ?? false,
    text: inner.description,
  }))
  return table(title, rows)
}

function table(title: string, rows: Row[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ name, note, schema, isRequired, text }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${isRequired ? '' : ' <small>optional</small>'}${note ? ` <small>${note}</small>` : ''}</th><td>${escaped(typeOf(schema))}${text ? `<br>${prose(text)}` : ''}</td></tr>`,
  )
  return `<details class="fields"><summary>${escaped(title)}</summary><table><tbody>${lines.join('')}</tbody></table></details>`
}

function resolved(schema: Schema, { components }: Document): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? schema)
}

/** A schema in words: `string`, `one of: man, woman`, `list of integer`. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.enum) return `one of: ${schema.enum.join(', ')}`
  if ('const' in schema) return schema.const === '' ? 'nothing' : String(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(each)))].join(', or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  const type = [schema.type ?? 'object'].flat().join(' or ')
  return schema.default === undefined ? type : `${type}, ${String(schema.default)} if not named`
}

const refusals = (): string =>
  `<section id="refusals"><h2>Refusals</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Says</th></tr></thead><tbody>${Object.entries(
    ERRORS,
  )
    .map(
      ([code, [status, sentence]]) =>
        `<tr id="code-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escaped(sentence)}</td></tr>`,
    )
    .join('')}</tbody></table></section>`

/** The client's own fonts, under the names that its build gave them. */
function fonts(folder: string): string {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const face = (family: string, weight: string, name: RegExp) => {
    const found = files.find((each) => name.test(each))
    return found
      ? `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url('/assets/${found}') format('woff2')}`
      : ''
  }
  return (
    face('Inter Variable', '400 600', /^inter-latin-400-600.*\.woff2$/) +
    face('Fraunces', '500', /^fraunces-latin-500.*\.woff2$/)
  )
}
