import type * as z from 'zod'

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const SHOWN_CHARS = 40

/**
 * What is wrong with an input, in a sentence that names the field, for every check that has no sentence of its own.
 * Undefined leaves it to zod's words.
 */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  const field = issue.path?.length ? issue.path.join('.') : 'The input'
  if (issue.input === undefined) return `${field} is missing`
  const values = valuesOf(issue)
  if (values)
    return `${field} is ${values.length === 1 ? '' : 'one of '}${values.join(', ')}, not ${shown(issue.input)}`
  switch (issue.code) {
    case 'invalid_type':
      return `${field} has to be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string'
        ? `${field} is empty or too short (minimum ${issue.minimum} characters)`
        : `${field} is too small (minimum ${issue.minimum})`
    case 'too_big':
      return issue.origin === 'string'
        ? `${field} is too long (maximum ${issue.maximum} characters)`
        : `${field} is too large (maximum ${issue.maximum})`
    default:
      return undefined
  }
}

/** What may be chosen, where something is to be chosen. */
function valuesOf(issue: z.core.$ZodRawIssue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values
  if (issue.code !== 'invalid_union') return undefined
  const choices = issue.errors.flat().find((each) => each.code === 'invalid_value')
  return choices?.code === 'invalid_value' ? choices.values : undefined
}

function shown(input: unknown): string {
  const text = typeof input === 'string' ? `“${input}”` : (JSON.stringify(input) ?? typeof input)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
