import { defineConfig } from 'prisma/config'

export default defineConfig({
  schema: './schema.prisma',
  migrations: { path: process.env.MIGRATIONS ?? './migrations' },
  // Not Prisma's env(), which throws when the variable is missing: `prisma generate` needs no database.
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
