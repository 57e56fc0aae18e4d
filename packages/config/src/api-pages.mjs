// Writes a page of each package's public names to apps/docs/api, from their signatures and doc comments. With --check it
// writes nothing and fails where a page is not what it would write, or where a function has no comment. The sources are
// parsed and not type-checked, which takes a second instead of a minute.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const PUBLIC = './src/*.ts'
const NOT_PUBLIC = /(^|\/)(generated|testing)\/|\.test\.ts$|\.d\.ts$/
/** A longer type is read in its file. */
const LONGEST_TYPE_CHARS = 160

/** @typedef {{ signature: string, doc: string, isFunction: boolean }} Entry */

/**
 * The pages by file name, and the exported functions without a doc comment as `path: name`.
 * @param {string} root of the repository
 */
export function apiPages(root) {
  const pages = /** @type {Map<string, string>} */ (new Map())
  const undocumented = /** @type {string[]} */ ([])
  for (const name of readdirSync(join(root, 'packages')).toSorted()) {
    const manifest = join(root, 'packages', name, 'package.json')
    if (!existsSync(manifest)) continue
    const { name: packageName, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
    if (exports['./*'] !== PUBLIC) continue
    const modules = modulesOf(join(root, 'packages', name, 'src')).flatMap((module) => {
      const path = `packages/${name}/src/${module}.ts`
      const text = readFileSync(join(root, path), 'utf8')
      const entries = entriesOf(path, text)
      undocumented.push(
        ...entries
          .filter(({ isFunction, doc }) => isFunction && doc === '')
          .map(({ signature }) => `${path}: ${signature}`),
      )
      return entries.length > 0
        ? [
            `## [\`${packageName}/${module}\`](../../../${path})\n\n${introductionOf(text)}${entries.map(asItem).join('\n')}\n`,
          ]
        : []
    })
    pages.set(
      `${name}.md`,
      `# ${packageName}\n\nGenerated from the sources by \`npm run docs\`.\n\n${modules.join('\n')}`,
    )
  }
  return { pages, undocumented }
}

/**
 * What a module exports by its own declarations, in their order.
 * @param {string} path
 * @param {string} text
 * @returns {Entry[]}
 */
export function entriesOf(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return source.statements.filter(isExported).flatMap((statement) => {
    const doc = docOf(statement, text)
    if (ts.isFunctionDeclaration(statement) && statement.body !== undefined)
      return [{ signature: signatureOf(statement.name?.text ?? 'default', statement), doc, isFunction: true }]
    if (ts.isTypeAliasDeclaration(statement)) return [{ signature: typeOf(statement), doc, isFunction: false }]
    if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
      return [
        {
          signature: `${ts.isClassDeclaration(statement) ? 'class' : 'interface'} ${statement.name?.text ?? 'default'}`,
          doc,
          isFunction: false,
        },
      ]
    }
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.map(({ name, type, initializer }) => {
      const isFunction =
        initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      const constant = `const ${name.getText()}${type ? `: ${typeInOneLine(type.getText())}` : ''}`
      return { signature: isFunction ? signatureOf(name.getText(), initializer) : constant, doc, isFunction }
    })
  })
}

/** @param {ts.Statement} statement */
const isExported = (statement) =>
  ts.canHaveModifiers(statement) &&
  Boolean(ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))

/** @param {string} name @param {ts.SignatureDeclaration} declaration */
function signatureOf(name, { typeParameters, parameters, type }) {
  const generics = typeParameters ? `<${typeParameters.map((each) => each.getText()).join(', ')}>` : ''
  return typeInOneLine(
    `${name}${generics}(${parameters.map((each) => each.getText()).join(', ')})${type ? `: ${type.getText()}` : ''}`,
  )
}

/** @param {ts.TypeAliasDeclaration} declaration */
function typeOf({ name, type }) {
  const whole = typeInOneLine(`type ${name.text} = ${type.getText()}`)
  return whole.length > LONGEST_TYPE_CHARS || whole.includes('/*') ? `type ${name.text}` : whole
}

/** @param {ts.Node} node @param {string} text */
function docOf(node, text) {
  const range = (ts.getLeadingCommentRanges(text, node.pos) ?? []).at(-1)
  return range === undefined || isApart(text, range) ? '' : wordsOf(text.slice(range.pos, range.end))
}

/** The comment at a file's head that speaks of all of it. @param {string} text */
function introductionOf(text) {
  const [first] = ts.getLeadingCommentRanges(text, 0) ?? []
  return first && isApart(text, first) && text.startsWith('/**')
    ? `${outsideCode(wordsOf(text.slice(first.pos, first.end)))}\n\n`
    : ''
}

/** Whether an empty line follows. @param {string} text @param {ts.TextRange} range */
const isApart = (text, { end }) => /^\s*\n\s*\n/.test(text.slice(end))

/** @param {string} comment */
function wordsOf(comment) {
  if (!comment.startsWith('/**')) return ''
  return inOneLine(
    comment
      .slice(3, -2)
      .replaceAll(/^\s*\* ?/gm, '')
      .replaceAll(/@throws\b/g, 'Throws:')
      .replaceAll(/@(param|returns)\b/g, '$1'),
  )
}

/** @param {Entry} entry */
const asItem = ({ signature, doc }) =>
  `- \`${signature.replaceAll('`', "'")}\`${doc === '' ? '' : `  \n  ${outsideCode(doc)}`}`

/** Angle brackets are HTML to Markdown, but not in code. @param {string} text */
const outsideCode = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('')

/** @param {string} text */
const inOneLine = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** A line's end parts the members of a type where no semicolon does. @param {string} text */
const typeInOneLine = (text) => inOneLine(text.replaceAll(/(?<![\s{|&(,;<=:?[]|=>)[^\S\n]*\n\s*(?=[\w'"[])/g, '; '))

/** Names of modules below a folder. @param {string} folder @returns {string[]} */
function modulesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !NOT_PUBLIC.test(path))
    .map((path) => path.slice(0, -3))
    .toSorted()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const folder = join(root, 'apps/docs/api')
  const { pages, undocumented } = apiPages(root)
  const there = existsSync(folder) ? readdirSync(folder) : []
  if (process.argv.includes('--check')) {
    const stale = [...new Set([...there, ...pages.keys()])].filter(
      (file) => !there.includes(file) || readFileSync(join(folder, file), 'utf8') !== pages.get(file),
    )
    for (const file of stale) console.error(`apps/docs/api/${file} is not what the sources say: npm run docs`)
    for (const line of undocumented) console.error(`no doc comment: ${line}`)
    if (stale.length + undocumented.length > 0) process.exitCode = 1
  } else {
    mkdirSync(folder, { recursive: true })
    for (const file of there) if (!pages.has(file)) rmSync(join(folder, file))
    for (const [file, text] of pages) writeFileSync(join(folder, file), text)
  }
}
