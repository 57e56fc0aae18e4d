import ts from 'typescript'

/**
 * Writes types out in full, so that a published declaration names no package but itself. A bundler of declarations would
 * carry along what the types are inferred from: every schema, the server's context, the database's client. Only what crosses
 * the wire is printed here; what is neither plain data nor one of `calls` is refused.
 * @param {ts.TypeChecker} checker
 * @param {{ named: Map<ts.Type, string>, calls: ReadonlySet<string> }} known types with a name of their own, and the
 * generics whose arguments alone are written out
 */
export function createPrinter(checker, { named, calls }) {
  /** @param {ts.Type} type @param {string} pad @param {{ isWhole?: boolean }} [how] @returns {string} */
  function print(type, pad, { isWhole = false } = {}) {
    const name = named.get(type)
    if (name !== undefined && !isWhole) return name
    const call = type.aliasSymbol?.name
    if (call !== undefined && calls.has(call))
      return `${call}<${(type.aliasTypeArguments ?? []).map((each) => print(each, pad)).join(', ')}>`
    if (type.isUnion()) return printUnion(type, pad)
    if (type.flags & PLAIN) return checker.typeToString(type)
    if (checker.isTupleType(type))
      return `[${elementsOf(type)
        .map((each) => print(each, pad))
        .join(', ')}]`
    if (checker.isArrayType(type)) return `${wrapped(print(elementsOf(type)[0] ?? type, pad))}[]`
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return printObject(type, pad)
    throw new Error(`This type does not cross the wire: ${checker.typeToString(type)}`)
  }

  /** @param {ts.UnionType} type @param {string} pad */
  function printUnion(type, pad) {
    // `boolean` is `false | true` to the checker, which may stand apart in the list.
    const both = type.types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2
    const words = type.types
      .filter(({ flags }) => !(both && flags & ts.TypeFlags.BooleanLiteral))
      .map((each) => print(each, pad))
    return [...new Set([...words, ...(both ? ['boolean'] : [])])].join(' | ')
  }

  /** @param {ts.Type} type @param {string} pad */
  function printObject(type, pad) {
    if (type.getCallSignatures().length > 0)
      throw new Error(`A function does not cross the wire: ${checker.typeToString(type)}`)
    const inner = `${pad}  `
    const lines = checker.getPropertiesOfType(type).map((property) => {
      const value = checker.getTypeOfSymbol(property)
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const text = print(isOptional ? withoutUndefined(value) : value, inner)
      const key = /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name)
      return `${docOf(property, inner)}${inner}${key}${isOptional ? '?' : ''}: ${text}${isOptional ? ' | undefined' : ''}\n`
    })
    const index = checker.getIndexInfosOfType(type).map((each) => `${inner}[key: string]: ${print(each.type, inner)}\n`)
    return lines.length + index.length === 0 ? '{}' : `{\n${lines.join('')}${index.join('')}${pad}}`
  }

  /** @param {ts.Type} type */
  function withoutUndefined(type) {
    if (!type.isUnion()) return type
    const name = named.get(checker.getNonNullableType(type))
    if (name !== undefined && !type.types.some(({ flags }) => flags & ts.TypeFlags.Null))
      return checker.getNonNullableType(type)
    const rest = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    return rest.length === 1 && rest[0]
      ? rest[0]
      : /** @type {ts.Type} */ (Object.assign(Object.create(type), { types: rest }))
  }

  /** @param {ts.Type} type */
  const elementsOf = (type) => checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))

  /** @param {ts.Symbol} symbol @param {string} pad */
  function docOf(symbol, pad) {
    const tags = symbol.getJsDocTags(checker).map(({ name, text = [] }) => `@${name} ${ts.displayPartsToString(text)}`)
    const words = [ts.displayPartsToString(symbol.getDocumentationComment(checker)), ...tags]
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return words === '' ? '' : `${pad}/** ${words.replaceAll('*/', '')} */\n`
  }

  return { print, docOf }
}

const PLAIN =
  ts.TypeFlags.String |
  ts.TypeFlags.Number |
  ts.TypeFlags.Boolean |
  ts.TypeFlags.StringLiteral |
  ts.TypeFlags.NumberLiteral |
  ts.TypeFlags.BooleanLiteral |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Unknown

/** @param {string} text */
const wrapped = (text) => (/[|&]/.test(text) && !text.startsWith('{') ? `(${text})` : text)
