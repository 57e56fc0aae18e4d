import { existsSync, readdirSync } from 'node:fs'
import { ERRORS } from '@printroom/contract/errors'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { buildDocument } from '../rest/openapi/document.ts'
import { type Called, samplesOf } from './code-samples.ts'
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
type Operation = Omit<Called, 'parameters'> & {
  tags: string[]
  summary: string
  description?: string
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
  `<figure>${label ? `<figcaption>${escaped(label)}</figcaption>` : ''}<pre tabindex="0" aria-label="${escaped(label || 'Sample')}"><code>${escaped(text.trim())}</code></pre></figure>`

/** What leads to a place of the page: the address of its heading. */
const anchor = (id: string, name: string): string =>
  `<a class="anchor" href="#${id}" aria-label="Link to ${escaped(name)}">#</a>`

/**
 * The API's reference as a page. All of it is there without a script; `public/api-reference.js` adds the search, copying and trying.
 * @param assets the folder of the client's hashed files, for its fonts
 */
export function renderPage(assets: string): string {
  const document = JSON.parse(JSON.stringify(buildDocument())) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  const groups = tags.map((tag) => ({ tag, rows: operations.filter(({ operation }) => operation.tags[0] === tag) }))
  const link = (id: string, text: string, words = '') =>
    `<li><a href="#${id}"${words ? ` data-words="${escaped(words)}"` : ''}>${escaped(text)}</a></li>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API – ${PRODUCT_NAME}</title>
<meta name="description" content="Make mockups from your own programs: guides and the reference of every path.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><script src="/first.js"></script><script src="/docs/api.js" defer></script>
<style>${fonts(assets)}${STYLE}</style></head><body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/">${PRODUCT_NAME}</a><nav aria-label="Site"><a href="/api/openapi.json">OpenAPI 3.1</a><a href="/account">API keys</a></nav></header>
<div class="page"><nav class="contents" aria-label="Contents">
<div class="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-describedby="found"><p id="found" role="status"></p></div>
<h2>Guides</h2><ul>${GUIDES.map(({ id, title }) => link(id, title)).join('')}</ul>
${groups.map(({ tag, rows }) => `<h2><a href="#${slug(tag)}">${escaped(tag)}</a></h2><ul class="paths">${rows.map(({ method, path, operation }) => link(operation.operationId, operation.summary, `${method} ${path}`)).join('')}</ul>`).join('')}
<h2><a href="#schemas">Schemas</a></h2><h2><a href="#refusals">Refusals</a></h2></nav>
<main id="main"><h1>API</h1>${paragraphs(document.info.description)}
${GUIDES.map(guide).join('')}
${groups.map(({ tag, rows }) => `<section id="${slug(tag)}"><h2>${escaped(tag)}${anchor(slug(tag), tag)}</h2>${rows.map(({ method, path, operation }) => entry(method, path, operation, document)).join('')}</section>`).join('')}
${schemas(document)}
${refusals()}</main></div></body></html>`
}

const LABELS: Record<string, string> = { '.sh': 'curl', '.json': 'Settings of an agent', '.ts': 'TypeScript' }
const guide = ({ id, title, text, samples }: Guide): string =>
  `<section id="${id}"><h2>${escaped(title)}${anchor(id, title)}</h2>${text.map((each) => `<p>${prose(each)}</p>`).join('')}${samples
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
  const isStream = 'text/event-stream' in (responses[200]?.content ?? {})
  return `<article id="${operationId}"><h3>${escaped(summary)}${anchor(operationId, summary)}</h3>
<p class="line"><span class="method">${method}</span> <code>${escaped(path)}</code> <span class="access">${access}</span></p>
${description ? paragraphs(description) : ''}${samples(method, path, operation)}${isStream ? '' : '<div class="try" hidden></div>'}
${table('Parameters', rows, document)}
${Object.entries(requestBody?.content ?? {})
  .map(([type, { schema, example }]) => fields(`Body, ${type}`, schema, document) + exampleOf('Request', example))
  .join('')}
${Object.entries(responses)
  .map(([status, { content }]) => (content ? answer(status, content, document) : ''))
  .join('')}
${refused(responses)}</article>`
}

/** One of them is open; the script opens the language that was chosen last. */
const samples = (method: string, path: string, operation: Operation): string =>
  `<div class="samples">${samplesOf(method, path, operation)
    .map(
      ({ language, label, code }, nth) =>
        `<details name="samples-${operation.operationId}" data-language="${language}"${nth === 0 ? ' open' : ''}><summary>${label}</summary>${block('', code)}</details>`,
    )
    .join('')}</div>`

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

/** What has a name stands with the schemas. */
function fields(title: string, schema: Schema, document: Document): string {
  return schema.$ref
    ? `<p>${escaped(title)}: ${typeIn(schema, document)}</p>`
    : table(title, rowsOf(schema, document), document)
}

function rowsOf(schema: Schema, document: Document): Row[] {
  const of = resolved(schema, document)
  const object = of.type === 'array' && of.items ? resolved(of.items, document) : of
  return Object.entries(object.properties ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    isRequired: object.required?.includes(name) ?? false,
    text: inner.description,
  }))
}

function table(title: string, rows: Row[], document: Document): string {
  if (rows.length === 0) return ''
  return `<details class="fields"><summary>${escaped(title)}</summary>${linesOf(rows, document)}</details>`
}

function linesOf(rows: readonly Row[], document: Document): string {
  const lines = rows.map(
    ({ name, note, schema, isRequired, text }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${isRequired ? '' : ' <small>optional</small>'}${note ? ` <small>${note}</small>` : ''}</th><td>${typeIn(schema, document)}${text ? `<br>${prose(text)}` : ''}</td></tr>`,
  )
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

/** A schema in a cell: one that has a name is a link to it, one with fields of its own opens to show them. */
function typeIn(schema: Schema, document: Document): string {
  const words = escaped(typeOf(schema)).replaceAll(/\b[A-Z]\w+\b/g, (name) =>
    name in document.components.schemas ? `<a href="#schema-${name}">${name}</a>` : name,
  )
  const inner = [schema, ...(schema.anyOf ?? [])].flatMap((each) => {
    const object = each.type === 'array' ? each.items : each
    return object?.properties ? [object] : []
  })
  return inner.length === 0
    ? words
    : `${words}${inner.map((each) => `<details><summary>Fields</summary>${linesOf(rowsOf(each, document), document)}</details>`).join('')}`
}

/** What answers share, each once. */
const schemas = (document: Document): string =>
  `<section id="schemas"><h2>Schemas${anchor('schemas', 'Schemas')}</h2>${Object.entries(document.components.schemas)
    .map(
      ([name, schema]) =>
        `<div class="schema" id="schema-${name}"><h3>${name}${anchor(`schema-${name}`, name)}</h3>${linesOf(rowsOf(schema, document), document)}</div>`,
    )
    .join('')}</section>`

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
  `<section id="refusals"><h2>Refusals${anchor('refusals', 'Refusals')}</h2><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Says</th></tr></thead><tbody>${Object.entries(
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
      ? `@font-face{font-family:'${family}';font-weight:${weight};font-display:optional;src:url('/assets/${found}') format('woff2')}`
      : ''
  }
  return (
    face('Inter Variable', '400 600', /^inter-latin-400-600.*\.woff2$/) +
    face('Fraunces', '500', /^fraunces-latin-500.*\.woff2$/)
  )
}
