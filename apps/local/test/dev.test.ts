import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT } from '../src/env.mjs'
import { copySources } from './copied-sources.ts'
import { endAllOn, launch, query, temporaryDataDir, untilNothingRunsOn } from './launch.ts'

const dataDir = temporaryDataDir()
const checkout = copySources()
afterAll(async () => {
  await endAllOn(dataDir)
  for (const folder of [dataDir, checkout]) rmSync(folder, { recursive: true, force: true })
})

/** How long a process may take to come back on a machine that does much else. */
const BACK = { timeout: 120_000 }
const PLATES_DIR = join(ROOT, 'packages/imaging/dist/plates')

describe.skipIf(!existsSync('/proc/self/environ'))('npm run dev', () => {
  test(
    'takes over a change in server, worker, sandbox, client and what they share, and keeps the data',
    { timeout: 600_000 },
    async () => {
      const dev = launch(dataDir, { PLATES_DIR }, ['--dev', '--no-build'], checkout)
      const address = await dev.address()
      expect(await textOf(`${address}/pricing`)).toContain('/@vite/client')
      expect(dev.output()).toContain(`client ${address}, server http://127.0.0.1:`)
      await query(dataDir, 'CREATE TABLE kept AS SELECT 42 AS answer')

      change('apps/server/src/http/health.ts', "'alive'", "'alive anew'")
      await expect.poll(() => textOf(`${address}/healthz`), BACK).toContain('alive anew')
      expect(dev.output()).toContain('apps/server/src/http/health.ts changed; restarting server\n')

      change('apps/worker/src/main.ts', "'worker is ready'", "'worker is ready anew'")
      await expect.poll(() => dev.output(), BACK).toContain('worker is ready anew')

      // Somebody keeps a connection for the next mail: the sandbox does not wait until they hang up.
      const mail = connect({ port: Number(/smtp:\/\/127\.0\.0\.1:(\d+)/.exec(dev.output())?.[1]), host: '127.0.0.1' })
      await once(mail, 'data')
      mail.on('error', () => {})
      change('apps/sandbox/src/main.ts', 'const app =', 'const const app =')
      await expect.poll(() => dev.output(), BACK).toMatch(/sandbox +│ apps\/sandbox\/src\/main\.ts:\d+:\d+: ERROR/)
      expect(dev.output()).not.toContain('sandbox  │ ended')
      change('apps/sandbox/src/main.ts', 'const const app =', "console.log('the sandbox anew')\n  const app =")
      await expect.poll(() => dev.output(), BACK).toMatch(/sandbox +│ the sandbox anew\n/)
      mail.destroy()
      expect(dev.output()).not.toContain('did not stop within')

      change('packages/contract/src/errors.ts', 'export ', "console.log('the contract anew')\nexport ")
      for (const app of ['server', 'worker'])
        await expect.poll(() => dev.output(), BACK).toMatch(new RegExp(`${app} +│ the contract anew`))

      const page = `${address}/src/routes/pricing.tsx`
      expect(await textOf(page)).not.toContain('anew')
      change('apps/web/src/routes/pricing.tsx', /$/, '\nconsole.log("the page anew")\n')
      await expect.poll(() => textOf(page), BACK).toContain('the page anew')

      await expect.poll(() => textOf(`${address}/readyz`), BACK).toContain('"ready"')
      expect(await query(dataDir, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      process.kill(dev.pid, 'SIGINT')
      expect(await dev.ended).toBe(0)
      await untilNothingRunsOn(dataDir)
    },
  )

  test('refuses production', async () => {
    const dev = launch(dataDir, { NODE_ENV: 'production' }, ['--dev', '--no-build'])
    expect(await dev.ended).toBe(1)
    expect(dev.output()).toContain('`npm run dev` is not for production')
  })
})

/** As an editor saves: a new file in the old one's place. */
function change(path: string, from: string | RegExp, to: string): void {
  const file = join(checkout, path)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, () => to)
  expect(after).not.toBe(before)
  writeFileSync(`${file}~`, after)
  renameSync(`${file}~`, file)
}

async function textOf(url: string): Promise<string> {
  return await fetch(url).then(
    (response) => response.text(),
    () => '',
  )
}
