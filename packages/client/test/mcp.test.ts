import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { saveInto } from '../src/mcp/folders.ts'
import { openProject } from './packed.ts'
import { disc, openAccount, openTestServer } from './test-server.ts'

const [project, testServer] = await Promise.all([openProject(), openTestServer()])
const seller = await openAccount(testServer, 'agent@example.com', 20)
const [designs, out] = [join(project.folder, 'designs'), join(project.folder, 'mockups')]

/** The package as an agent's settings start it, from its tarball and with nothing beside it. */
async function connect(mode: 'legacy' | 'auto', args: string[], apiKey = seller.apiKey): Promise<Client> {
  const agent = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  const settings =
    /"args": (\[.*\])/.exec(await readFile(new URL('../README.md', import.meta.url), 'utf8'))?.[1] ?? '[]'
  const [, , command] = JSON.parse(settings) as string[]
  await agent.connect(
    new StdioClientTransport({
      command: join(project.folder, 'node_modules/.bin/printroom'),
      args: [command!, ...args],
      env: { PATH: process.env.PATH ?? '', PRINTROOM_URL: testServer.url, PRINTROOM_API_KEY: apiKey },
    }),
  )
  return agent
}
const ask = async (agent: Client, name: string, input: object = {}) => {
  const { structuredContent, isError, content } = await agent.callTool({ name, arguments: { ...input } })
  expect([name, isError ?? false, content]).toEqual([name, false, content])
  return structuredContent as Record<string, unknown>
}
const refusal = async (agent: Client, name: string, input: object) => {
  const { isError, content } = await agent.callTool({ name, arguments: { ...input } })
  expect([name, isError]).toEqual([name, true])
  return JSON.parse((content[0] as { text: string }).text) as { error: string; code: string; next: string }
}

it(
  'makes a listing of a PNG on this machine, and leaves the folders that it was given alone',
  { timeout: 600_000 },
  async () => {
    await testServer.startWorker()
    await mkdir(designs, { recursive: true })
    await writeFile(join(designs, 'sun.png'), await disc('#fc0'))
    await writeFile(join(designs, 'notes.png'), 'no picture, but a secret')
    await writeFile(join(project.folder, 'outside.png'), await disc('#f00'))
    await symlink(join(project.folder, 'outside.png'), join(designs, 'link.png'))
    const [agent, old] = [
      await connect('auto', ['--designs', designs, '--out', out]),
      await connect('legacy', ['--designs', designs]),
    ]
    const names = async (who: Client) => (await who.listTools()).tools.map(({ name }) => name)
    expect(await names(agent)).toEqual(
      expect.arrayContaining(['upload_design', 'save_mockup', 'save_listing', 'make_batch']),
    )
    expect((await names(old)).filter((name) => name === 'upload_design' || name.startsWith('save'))).toEqual([
      'upload_design',
    ])

    for (const path of [
      '../outside.png',
      join(project.folder, 'outside.png'),
      'link.png',
      'notes.png',
      'none.png',
      '.',
      5,
    ])
      expect(await refusal(old, 'upload_design', { path })).toMatchObject({ code: 'bad_input', next: /./ })
    const { id: design } = await ask(old, 'upload_design', { path: 'sun.png' })
    expect(await testServer.db.design.count()).toBe(1)

    const scenes = [{ style: 'studio-product', background: 'off-white' }]
    const pack = await seller.printroom.trpc.pack.create.mutate({
      name: 'Two',
      pictures: (['whole', 'close'] as const).map((crop) => ({ scenes, crop, width: 1000, height: 750 }) as never),
    })
    const plan = { designIds: [design], products: [{ product: 'mug', colours: ['mug-navy'] }], pack_id: pack.id }
    const before = (await ask(agent, 'credits')).credits as number
    expect((await ask(agent, 'make_batch', { ...plan, dry_run: true })).estimate).toMatchObject({ credits: 1 })
    const [{ batch }, again] = [await ask(agent, 'make_batch', plan), await ask(old, 'make_batch', plan)]
    expect(again.batch).toMatchObject({ id: (batch as { id: string }).id })
    const { id } = batch as { id: string }
    await vi.waitFor(
      async () => expect(await ask(agent, 'wait', { batch_id: id, wait_seconds: 30 })).toMatchObject({ is_done: true }),
      { timeout: 250_000 },
    )
    expect((await ask(agent, 'credits')).credits).toBe(before - 1)

    /** Asked again while the server composes what is wanted. */
    const save = (name: string, input: object) =>
      vi.waitFor(
        async () => {
          const answer = await ask(agent, name, input)
          expect(answer.is_done).toBe(true)
          return answer.paths as string[]
        },
        { timeout: 250_000 },
      )
    const paths = await save('save_listing', { batch_id: id })
    const { pictures } = await ask(agent, 'list_batch_pictures', { batch_id: id })
    const [{ mockup_id: mockup }] = pictures as [{ mockup_id: string }]
    const saved = await save('save_mockup', { id: mockup, preset: 'etsy', format: 'jpeg' })
    const sizes = await Promise.all([...paths, ...saved].map((path) => sharp(path).metadata()))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [1000, 750],
      [1000, 750],
      [2000, 1500],
    ])
    for (const path of [...paths, ...saved]) expect(path.startsWith(`${out}/`)).toBe(true)
    expect(await refusal(agent, 'save_mockup', { id: '../../api/user' })).toMatchObject({ code: 'bad_input' })
    expect(await refusal(agent, 'make_mockup', { design_id: design, product: 'mug' })).toMatchObject({
      code: 'bad_input',
    })
    const nobody = await connect('auto', [], 'prk_wrong')
    await expect(nobody.listTools()).rejects.toThrow(/API key/)
    expect(await refusal(nobody, 'credits', {})).toMatchObject({ code: 'unauthorized', next: /PRINTROOM_API_KEY/ })
    await Promise.all([agent, old, nobody].map((each) => each.close()))
  },
)

it('saves nothing outside of its folder, whatever a file is called', async () => {
  const folder = join(project.folder, 'safe')
  await mkdir(join(project.folder, 'elsewhere'), { recursive: true })
  await mkdir(folder, { recursive: true })
  await symlink(join(project.folder, 'elsewhere'), join(folder, 'link'))
  for (const name of ['../a.jpg', '/tmp/a.jpg', 'x/../../a.jpg', '.', '', 'link/a.jpg'])
    await expect(saveInto(folder, name, new Uint8Array(1)), name).rejects.toThrow(/outside/)
  await writeFile(join(project.folder, 'kept.txt'), 'kept')
  await symlink(join(project.folder, 'kept.txt'), join(folder, 'a.jpg'))
  await saveInto(folder, 'a.jpg', new Uint8Array(2))
  expect(await readFile(join(project.folder, 'kept.txt'), 'utf8')).toBe('kept')
  await saveInto(folder, 'sun/1.jpg', new Uint8Array(3))
  expect([await readdir(join(project.folder, 'elsewhere')), (await readdir(folder)).toSorted()]).toEqual([
    [],
    ['a.jpg', 'link', 'sun'],
  ])
})
