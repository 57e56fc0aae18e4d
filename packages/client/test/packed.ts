import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, inject } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

export type Project = {
  folder: string
  /** Of what the tarball holds. */
  files: string[]
  /** Runs a program in the project. @throws Error with what it said, when it fails */
  run(command: string, ...args: string[]): Promise<string>
}

/** An empty project, into which the package was installed from its tarball, with no network. */
export async function openProject(): Promise<Project> {
  if (inject('webDist') === undefined) await run(process.execPath, ['build/build.mjs'], { cwd: PACKAGE })
  const folder = await mkdtemp(join(tmpdir(), 'printroom-project-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  const runHere = async (command: string, ...args: string[]) => {
    try {
      return (await run(command, args, { cwd: folder, env })).stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
    }
  }
  await writeFile(join(folder, 'package.json'), '{ "name": "outside", "private": true, "type": "module" }')
  const [{ filename, files }] = JSON.parse(
    (
      await run('npm', ['pack', PACKAGE, '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: folder,
        env,
      })
    ).stdout,
  ) as [{ filename: string; files: { path: string }[] }]
  await runHere('npm', 'install', `./${filename}`)
  return { folder, files: files.map(({ path }) => path), run: runHere }
}

/** Installed for another alone. */
const PARTS_OF: Record<string, string> = { 'undici-types': '@types/node' }

/** Gives the project a package that this one was built with: TypeScript, Node's types, tRPC. */
export async function lend(project: Project, ...names: string[]): Promise<void> {
  for (const name of names) {
    const target = join(project.folder, 'node_modules', name)
    await mkdir(join(target, '..'), { recursive: true })
    const from =
      name in PARTS_OF
        ? join(
            createRequire(await realpath(join(PACKAGE, 'node_modules', PARTS_OF[name]!, 'package.json'))).resolve(
              `${name}/package.json`,
            ),
            '..',
          )
        : join(PACKAGE, 'node_modules', name)
    await cp(from, target, { recursive: true, dereference: true })
  }
}
