import { migrate } from './migrate.ts'

// `deploy`, once a release, before its processes start and while those of the last one serve: our tables and the job
// queue's. Safe to run again, and several at once.
const [databaseUrl] = process.argv.slice(2)
if (!databaseUrl) {
  console.error('DATABASE_URL is not set: which database?')
  process.exit(1)
}
await migrate(databaseUrl)
console.log('The database is up to date.')
