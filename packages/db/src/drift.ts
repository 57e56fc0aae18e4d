import { startDisposableCluster } from './cluster.ts'
import { runPrisma } from './prisma.ts'

// Replays every migration on an empty database and compares the result with schema.prisma.
const cluster = await startDisposableCluster()
try {
  const { code, output } = await runPrisma(
    ['migrate', 'diff', '--from-migrations', 'migrations', '--to-schema', 'schema.prisma', '--exit-code'],
    cluster.url('postgres'),
  )
  if (code === 0) {
    console.log('The migrations make exactly schema.prisma.')
  } else {
    console.error(`schema.prisma and the migrations disagree; \`pnpm migrate\` writes the missing one.\n${output}`)
    process.exitCode = 1
  }
} finally {
  await cluster.stop()
}
