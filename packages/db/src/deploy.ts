import { migrate } from './migrate.ts'

// `pnpm deploy`, once before new processes start: our tables and the job queue's. Safe to run again.
const [databaseUrl] = process.argv.slice(2)
if (!databaseUrl) {
  console.error('DATABASE_URL is not set: which database?')
  process.exit(1)
}
await migrate(databaseUrl)
console.log('The database is up to date.')
