import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../bin/prisma.mjs', import.meta.url))

export type PrismaRun = { code: number; output: string }

/** Runs Prisma's CLI on a database, with migrations of this folder or our own, and gathers what it prints. */
export async function runPrisma(args: string[], databaseUrl: string, migrations?: string): Promise<PrismaRun> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NO_COLOR: '1',
      ...(migrations ? { MIGRATIONS: migrations } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  return { code: code ?? 1, output: output.trim() }
}
