import { runLocal } from './run-local.ts'

try {
  await runLocal()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
