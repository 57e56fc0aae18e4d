import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../env.mjs'

/** What a release does to tables that everybody reads and writes: columns, an index, a table that refers to another. */
const SQL = `
ALTER TABLE "users" ADD COLUMN "rehearsed_at" TIMESTAMPTZ(3);
ALTER TABLE "generations" ADD COLUMN "rehearsal" TEXT NOT NULL DEFAULT 'none';
CREATE INDEX "generations_rehearsal_idx" ON "generations" ("rehearsal");
CREATE TABLE "rehearsals" ("id" UUID NOT NULL PRIMARY KEY, "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE);
`

/** The migrations of a release that comes after this one, in a folder below this one. */
export function nextRelease(below: string): string {
  const folder = mkdtempSync(join(below, 'migrations-'))
  cpSync(join(ROOT, 'packages/db/migrations'), folder, { recursive: true })
  const newest = join(folder, '99991231235959_rehearsal')
  mkdirSync(newest)
  writeFileSync(join(newest, 'migration.sql'), SQL)
  return folder
}
