import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readProducts } from './read-products.ts'
import { registrySource } from './registry-source.ts'

// tsx src/write-registry.ts writes the registry; with --check it says whether the one that is there is up to date.

const REGISTRY = fileURLToPath(new URL('registry.data.ts', import.meta.url))

const source = registrySource(readProducts())
if (!process.argv.includes('--check')) writeFileSync(REGISTRY, source)
else if (readFileSync(REGISTRY, 'utf8') !== source) {
  console.error('The registry of products is not what their folders say: npm run products')
  process.exitCode = 1
}
