const TOP_LEVEL = new Set([
  'apps',
  'packages',
  'turbo.json',
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'docker-compose.yml',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'NOTICE',
])
const MEGABYTE = 1_000_000
const LARGEST_FILE_MB = 6
/** A file of a plate or a backdrop. */
const PLATE = /^packages\/products\/(backdrops|[^/]+\/plates)\//
/** What a clone may cost for the plates, all together. */
const PLATES_MB = 80

export const layoutRules = [topLevelIsKnown, filesAreSmall, platesAreSmall]

function topLevelIsKnown(tree) {
  const entries = new Set(tree.map(({ path }) => path.split('/')[0]))
  return [...entries]
    .filter((entry) => !TOP_LEVEL.has(entry) && !entry.startsWith('.'))
    .map((path) => ({ path, reason: 'does not belong at the top level' }))
}

function filesAreSmall(tree) {
  return tree
    .filter(({ size }) => size > LARGEST_FILE_MB * MEGABYTE)
    .map(({ path, size }) => ({ path, reason: `${(size / MEGABYTE).toFixed(1)} MB; ${LARGEST_FILE_MB} is the most` }))
}

function platesAreSmall(tree) {
  const path = 'packages/products'
  const total = tree.filter((file) => PLATE.test(file.path)).reduce((sum, { size }) => sum + size, 0)
  if (total <= PLATES_MB * MEGABYTE) return []
  return [{ path, reason: `${(total / MEGABYTE).toFixed(0)} MB together; ${PLATES_MB} is the most` }]
}
