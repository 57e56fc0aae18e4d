import { readFileSync } from 'node:fs'
import { CLIENT_SAMPLES } from './client-samples.ts'

/** What a sample needs of an operation of the document. */
export type Called = {
  operationId: string
  security: object[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
export type Sample = { language: 'curl' | 'client' | 'fetch' | 'python'; label: string; code: string }

const EXTENSIONS: Record<string, string> = {
  'application/zip': 'zip',
  'text/csv': 'csv',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** How an operation is called: by curl, our own client where it has it, `fetch` and Python's `requests`. */
export function samplesOf(method: string, path: string, operation: Called): Sample[] {
  const { operationId, security, requestBody, parameters = [] } = operation
  const needed = parameters.filter((each) => each.in === 'query' && each.required)
  const call: Call = {
    method,
    path: path + needed.map(({ name }, nth) => `${nth ? '&' : '?'}${name}={${name}}`).join(''),
    token: security.some((each) => 'apiKey' in each)
      ? 'PRINTROOM_API_KEY'
      : security.length > 0
        ? 'PRINTROOM_SESSION'
        : undefined,
    isStream: 'text/event-stream' in (operation.responses[200]?.content ?? {}),
    json: requestBody?.content['application/json']?.example,
    isForm: requestBody?.content['multipart/form-data'] !== undefined,
    file: fileOf(operation),
  }
  const client = CLIENT_SAMPLES[operationId]
  return [
    { language: 'curl', label: 'curl', code: curl(call) },
    ...(client ? [{ language: 'client', label: '@printroom/client', code: withClient(client) } as const] : []),
    { language: 'fetch', label: 'fetch', code: fetched(call) },
    { language: 'python', label: 'Python', code: python(call) },
  ]
}

/** `token`: the variable of the environment that holds what the call is sent with; `file`: what its answer is saved as. */
type Call = {
  method: string
  path: string
  token: string | undefined
  json: unknown
  isForm: boolean
  isStream: boolean
  file: string | undefined
}

/** What calls have in common in each language, with `<places>`. */
const templateOf = (language: string): string =>
  readFileSync(new URL(`./calls/${language}.txt`, import.meta.url), 'utf8').trimEnd()
const TEMPLATES = { client: templateOf('client'), fetch: templateOf('fetch'), python: templateOf('python') }

const filled = (template: string, places: Record<string, string>): string =>
  template.replaceAll(/<(\w+)>/g, (_, place: string) => places[place] ?? '')

/** The names that a call of the client takes from the environment. */
const GIVEN = /\b(?:id|pack_id|email)\b/g

function withClient(call: string): string {
  const given = [...new Set(call.match(GIVEN))].map((name) => `, ${name.toUpperCase()}: ${name}`).join('')
  return filled(TEMPLATES.client, { given, call })
}

/** The name that a downloaded file is given; undefined where the answer is JSON or a stream. */
function fileOf({ responses }: Called): string | undefined {
  const extension = EXTENSIONS[Object.keys(responses[200]?.content ?? {})[0] ?? '']
  return extension && `printroom.${extension}`
}

function curl({ method, path, token, json, isForm, isStream, file }: Call): string {
  const says =
    method === 'GET' || json !== undefined || isForm
      ? method === 'GET' || method === 'POST'
        ? ''
        : `-X ${method} `
      : `-X ${method} `
  return [
    `curl ${isStream ? '-N ' : ''}${says}"$PRINTROOM_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(json === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(json, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
    ...(isForm ? ['-F design=@design.png'] : []),
    ...(file ? [`-o ${file}`] : []),
  ].join(' \\\n  ')
}

function fetched({ method, path, token, json, isForm, isStream, file }: Call): string {
  const variables = [
    ...(token ? [`${token}: token`] : []),
    ...namesIn(path).map((name) => `${name.toUpperCase()}: ${name}`),
  ]
  const headers = [
    ...(token ? ['authorization: `Bearer ${token}`'] : []),
    ...(json === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} },`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indented(JSON.stringify(json, null, 2), 2)}),`]),
    ...(isForm ? ['body: form,'] : []),
  ]
  const address = `\`\${url}${path.replaceAll('{', '${')}\``
  return filled(TEMPLATES.fetch, {
    imports: isForm || file ? `import { ${isForm ? 'readFile' : 'writeFile'} } from 'node:fs/promises'\n\n` : '',
    given: variables.map((variable) => `, ${variable}`).join(''),
    form: isForm
      ? "const form = new FormData()\nform.set('design', new Blob([await readFile('design.png')]), 'design.png')\n"
      : '',
    arguments: options.length > 0 ? `${address}, {\n  ${options.join('\n  ')}\n}` : address,
    read: isStream
      ? 'for await (const text of answer.body.pipeThrough(new TextDecoderStream())) console.log(text)'
      : file
        ? `await writeFile('${file}', Buffer.from(await answer.arrayBuffer()))`
        : 'console.log(await answer.json())',
  })
}

function python({ method, path, token, json, isForm, isStream, file }: Call): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{env['${name.toUpperCase()}']}`)
  const options = [
    `f"{env['PRINTROOM_URL']}${url}"`,
    ...(token ? [`headers={"Authorization": f"Bearer {env['${token}']}"}`] : []),
    ...(json === undefined ? [] : [`json=${indented(asPython(json), 4)}`]),
    ...(isForm ? ['files={"design": open("design.png", "rb")}'] : []),
    ...(isStream ? ['stream=True'] : []),
  ]
  return filled(TEMPLATES.python, {
    method: method.toLowerCase(),
    arguments: options.join(',\n    '),
    read: isStream
      ? 'for line in answer.iter_lines():\n    print(line.decode())'
      : file
        ? `open("${file}", "wb").write(answer.content)`
        : 'print(answer.json())',
  })
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** A value as Python writes it. Texts are written alike in both. */
function asPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(asPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, each]) => `    ${JSON.stringify(name)}: ${indented(asPython(each), 4)},\n`,
  )
  return fields.length > 0 ? `{\n${fields.join('')}}` : '{}'
}
