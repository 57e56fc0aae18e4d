const LONGEST_FILE_LINES = 350
const BARREL_LINE = /^export (\*|type \*|\{[^}]*\}|type \{[^}]*\})( as \w+)? from /
/** A path of somebody's own machine. Preceded by a word or a dot it is a route or a relative path. */
const MACHINE_PATH = /(?<![\w.$}/])\/(work|root|home|Users|mnt)\/[\w.-]+/
const REGISTRY = /https?:\/\/[\w.-]*(registry|npmjs|artifactory|nexus|verdaccio)/

export const contentRules = [
  namesSayWhatIsInside,
  noBarrels,
  oneReaderOfTheEnvironment,
  filesAreShort,
  lockfileNamesNoHost,
  nothingOfOneMachine,
  servicesRefuseInTransactions,
  productsAreNamedInTheirFolders,
  browserTestsWait,
]

function namesSayWhatIsInside(tree) {
  return tree
    .filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.\w+$)/.test(file.path))
    .map(({ path }) => ({ path, reason: 'a name for anything; call it after what it does' }))
}

function noBarrels(tree) {
  return tree
    .filter((file) => file.isCode && file.package !== undefined)
    .filter((file) => isIndex(file.path) || onlyReExports(file))
    .map(({ path }) => ({ path, reason: 'a barrel; import from the file that holds it' }))
}

// TanStack Router calls the page of a folder `index.tsx`.
function isIndex(path) {
  return /(^|\/)index\.(ts|tsx|mjs|js)$/.test(path) && !path.includes('/routes/')
}

function onlyReExports(file) {
  const lines = file
    .text()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('//'))
  return lines.length > 1 && lines.every((line) => BARREL_LINE.test(line))
}

// Plain scripts (.mjs) run as processes of their own, before anything is installed, and so have their own reader.
function oneReaderOfTheEnvironment(tree) {
  const readers = tree.filter(
    (file) =>
      file.isCode &&
      file.folder &&
      !file.isTest &&
      !file.isToolConfig &&
      !file.isSample &&
      /\bprocess\.env\b/.test(file.text()),
  )
  const groups = new Map()
  for (const file of readers) groups.set(groupOf(file), [...(groups.get(groupOf(file)) ?? []), file])
  return [...groups.values()]
    .filter((files) => files.length > 1)
    .flatMap((files) =>
      files.map(({ path }) => ({ path, reason: `one of ${files.length} files that read process.env; one may` })),
    )
}

/** How a process of ours comes to ask a service of others. */
const ASKS_A_SERVICE = /(?<![\w.])fetch\(|\bcreateTransport\(|\bnew (Stripe|UTApi|Replicate)\(/

// A service that hangs while a transaction is open holds its locks and its connection with it. What asks one says so to
// `transaction-scope.ts`, which throws inside a transaction.
function servicesRefuseInTransactions(tree) {
  return tree
    .filter((file) => file.isCode && !file.isTest && /^(packages\/core|apps\/(server|worker))\/src\//.test(file.path))
    .filter(
      (file) => ASKS_A_SERVICE.test(file.text()) && !file.text().includes("from '@printroom/db/transaction-scope'"),
    )
    .map(({ path }) => ({
      path,
      reason: 'asks a service without `assertNoTransaction` of @printroom/db/transaction-scope',
    }))
}

function groupOf(file) {
  return `${file.folder} ${file.path.endsWith('.mjs') ? 'script' : 'process'}`
}

function filesAreShort(tree) {
  return tree
    .filter((file) => file.isCode && !/\.(data|gen)\.ts$|\/generated\//.test(file.path))
    .map((file) => ({ path: file.path, lines: file.text().split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST_FILE_LINES)
    .map(({ path, lines }) => ({ path, reason: `${lines} lines; ${LONGEST_FILE_LINES} is the most` }))
}

// A host in the lockfile would be the mirror of whoever wrote it, and nobody else could install.
function lockfileNamesNoHost(tree) {
  return tree
    .filter((file) => file.path === 'pnpm-lock.yaml')
    .flatMap((file) => file.text().match(/https?:\/\/[^\s'"},]+/g) ?? [])
    .map((address) => ({ path: 'pnpm-lock.yaml', reason: `names an address: ${address}` }))
}

function nothingOfOneMachine(tree) {
  return tree
    .filter((file) => file.isText && file.path !== 'pnpm-lock.yaml' && !file.path.startsWith('packages/config/'))
    .map((file) => ({ path: file.path, found: MACHINE_PATH.exec(file.text()) ?? REGISTRY.exec(file.text()) }))
    .filter(({ found }) => found !== null)
    .map(({ path, found }) => ({ path, reason: `names something of one machine: ${found[0]}` }))
}

/** Files in which an example of a product does no harm: tests, benches, samples, the rehearsal, and what is generated. */
const MAY_NAME_PRODUCTS = /(^|\/)(test|tests|e2e|bench|rehearsal|docs|samples)\/|\.(test|fixture|data|gen)\.\w+$/

/** What is true of one product alone stands in its folder; elsewhere its name would be a condition in disguise. */
function productsAreNamedInTheirFolders(tree) {
  const ids = tree.flatMap(({ path }) => /^packages\/products\/([^/]+)\/product\.json$/.exec(path)?.[1] ?? [])
  if (ids.length === 0) return []
  const named = new RegExp(`['"\`](${ids.join('|')})['"\`]`)
  return tree
    .filter((file) => file.isCode && !MAY_NAME_PRODUCTS.test(file.path))
    .filter(({ path }) => !ids.some((id) => path.startsWith(`packages/products/${id}/`)))
    .flatMap((file) => {
      const name = named.exec(file.text())?.[1]
      return name ? [{ path: file.path, reason: `names the product ${name}; that belongs into its folder` }] : []
    })
}

/** A reading of a page that is taken once. `isVisible` is not among them: what is hidden from the first has to be so at once. */
const READ_ONCE =
  /expect\(\s*await (?![^\n]*\bdb\.)[^\n]*\.(count|isDisabled|isEnabled|isChecked|textContent|innerText|inputValue|getAttribute|allTextContents)\(/

/** A page shows one thing after the other: what is read once is right on an idle machine, and wrong on a busy one. */
function browserTestsWait(tree) {
  return tree
    .filter((file) => file.isCode && file.path.includes('/e2e/'))
    .map((file) => ({ path: file.path, found: READ_ONCE.exec(file.text()) }))
    .filter(({ found }) => found !== null)
    .map(({ path, found }) => ({ path, reason: `reads a page's ${found[1]} once; expect.poll waits for it` }))
}
