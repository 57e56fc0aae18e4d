import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedSources } from './generated-sources.ts'

// tsx src/write-registry.ts writes what is generated from the products' folders; with --check it says whether all of it is
// up to date.

const isCheck = process.argv.includes('--check')
for (const [name, source] of Object.entries(generatedSources())) {
  const file = fileURLToPath(new URL(name, import.meta.url))
  if (!isCheck) writeFileSync(file, source)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== source) {
    console.error(`${name} is not what the products' folders say: npm run products`)
    process.exitCode = 1
  }
}
