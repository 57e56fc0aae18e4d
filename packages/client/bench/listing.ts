/*
 * A listing of ten pictures from one PNG, as an agent makes it over MCP on standard input and output:
 * `pnpm --filter @printroom/client listing [FOLDER]`, on a database, a server and a worker of its own. Prints what was said.
 * FOLDER gets the pictures.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import sharp from 'sharp'
import { openBench } from './server.ts'

const SHOWN_CHARS = 900
const out = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'printroom-listing-')))
const designs = await mkdtemp(join(tmpdir(), 'printroom-designs-'))
const SUN = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1800" viewBox="-90 -90 180 180">
${Array.from({ length: 16 }, (_, at) => `<path d="M0-50 L7-80 L-7-80Z" fill="#f2a33a" transform="rotate(${at * 22.5})"/>`).join('')}
<circle r="44" fill="#f6c445"/><path d="M-22 6 Q0 28 22 6" fill="none" stroke="#7a3b12" stroke-width="5" stroke-linecap="round"/>
<circle cx="-15" cy="-10" r="5" fill="#7a3b12"/><circle cx="15" cy="-10" r="5" fill="#7a3b12"/></svg>`
await writeFile(join(designs, 'sun.png'), await sharp(Buffer.from(SUN)).png().toBuffer())

const bench = await openBench(0)
const agent = new Client({ name: 'agent', version: '1' })
await agent.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../dist/cli/main.js', import.meta.url)), 'mcp', '--designs', designs, '--out', out],
    env: { PRINTROOM_URL: bench.url, PRINTROOM_API_KEY: bench.session },
  }),
)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value).replaceAll(out, 'mockups').replaceAll(designs, 'designs')
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
async function call(name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  console.log(`→ ${name} ${shown(input)}`)
  const { structuredContent, content, isError } = await agent.callTool({ name, arguments: input })
  const said = structuredContent ?? JSON.parse((content[0] as { text: string }).text)
  const pictures = content.filter(({ type }) => type === 'image').length
  console.log(`← ${isError ? 'error ' : ''}${shown(said)}${pictures > 0 ? ` and ${pictures} picture` : ''}\n`)
  return said as Record<string, unknown>
}

const { tools } = await agent.listTools()
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}\n`)
await call('list_products')
await call('list_products', { product: 'hoodie', base_model: 'gildan-18500' })
await call('list_packs')
await call('upload_design', { path: '../secrets.png' })
const { id: design } = await call('upload_design', { path: 'sun.png' })
const listing = {
  name: 'Sun hoodie',
  designIds: [design],
  pack_id: 'etsy-10',
  products: [{ product: 'hoodie', baseModel: 'gildan-18500', colours: ['navy blue'] }],
}
await call('make_batch', { ...listing, dry_run: true })
const right = { ...listing, products: [{ product: 'hoodie', baseModel: 'gildan-18500', colours: ['navy'] }] }
await call('make_batch', { ...right, dry_run: true })
const { batch } = (await call('make_batch', right)) as { batch: { id: string } }
await call('make_batch', right) // an answer that was lost, say
for (let isDone = false; !isDone;)
  isDone = Boolean((await call('wait', { batch_id: batch.id, wait_seconds: 30 })).is_done)
const { pictures } = (await call('list_batch_pictures', { batch_id: batch.id, limit: 3 })) as {
  pictures: { mockup_id: string }[]
}
await call('get_mockup', { id: pictures[0]?.mockup_id })
for (let isDone = false; !isDone;) isDone = Boolean((await call('save_listing', { batch_id: batch.id })).is_done)
await call('credits')
await agent.close()
await bench.close()
