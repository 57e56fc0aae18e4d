/** What is written in a secret's place. */
export const HIDDEN = '[hidden]'

const NAMES = 'authorization|cookie|set-cookie|email|password|secret|token|id_?token|code_?hash|token_?hash'
/** `"email":"`. In a text that is JSON within JSON, k levels deep, 2^k - 1 backslashes stand before each of its quotes. */
const FIELD = new RegExp(`"(?:${NAMES})\\\\{0,15}"\\s{0,8}:\\s{0,8}\\\\{0,15}"`, 'gi')

/** An email address from its @ on, which is what is looked for: its first part would have to be tried at every letter. */
const AT_DOMAIN = /(?:@|%40)(?:[a-z\d][a-z\d-]{0,62}\.){1,20}[a-z]{2,24}/gi
const LOCAL_SIGNS = new Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.!#$%&'*+?^`{|}~-")
const LOCAL_MAX_CHARS = 64

/** Hides what a field of such a name holds, as far as its string goes. What was read once is not read again. */
export function hideFields(text: string): string {
  const said: string[] = []
  let from = 0
  FIELD.lastIndex = 0
  for (let found = FIELD.exec(text); found; found = FIELD.exec(text)) {
    const start = FIELD.lastIndex
    said.push(text.slice(from, start), HIDDEN)
    from = endOfString(text, start, backslashesBefore(text, start - 1, found.index))
    FIELD.lastIndex = from
  }
  return from === 0 ? text : said.join('') + text.slice(from)
}

/** Where a string that began behind `depth` backslashes and a quote ends: before the backslashes that belong to its last quote. */
function endOfString(text: string, start: number, depth: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    const level = levelClosed(backslashesBefore(text, quote, start), depth)
    if (level !== null) return quote - level
  }
  return text.length
}

/** With how many backslashes before its quotes the string is written that a quote behind so many ends: one of this depth, or one around it. */
function levelClosed(backslashes: number, depth: number): number | null {
  for (let level = 0; level <= depth; level = 2 * level + 1) if (backslashes % (2 * level + 2) === level) return level
  return null // an escaped quote in the string
}

function backslashesBefore(text: string, position: number, furthest: number): number {
  let start = position
  while (start > furthest && text[start - 1] === '\\') start -= 1
  return position - start
}

/** Hides email addresses, as Postgres, Prisma and Stripe like to quote them. */
export function hideEmails(text: string): string {
  const said: string[] = []
  let from = 0
  AT_DOMAIN.lastIndex = 0
  for (let found = AT_DOMAIN.exec(text); found; found = AT_DOMAIN.exec(text)) {
    const furthest = Math.max(from, found.index - LOCAL_MAX_CHARS)
    let start = found.index
    while (start > furthest && LOCAL_SIGNS.has(text.charAt(start - 1))) start -= 1
    if (start === found.index) continue
    said.push(text.slice(from, start), HIDDEN)
    from = AT_DOMAIN.lastIndex
  }
  return from === 0 ? text : said.join('') + text.slice(from)
}
