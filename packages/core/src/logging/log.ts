import { pino, type Logger } from 'pino'
import type { Env } from '../env.ts'
import { HIDDEN, hideEmails, hideFields } from './secret-scanners.ts'

/** Shorter settings than this are words, not secrets. */
const SECRET_MIN_CHARS = 8

/** A stack of thirty calls is shorter. */
const TEXT_MAX_CHARS = 4_000
/** Longer than an error with its causes, each with its stack. */
const LINE_MAX_CHARS = 32_000
/** Longer than any secret that is not known by how it begins. */
const WORD_MAX_CHARS = 300
const WORD_ENDS = new Set(' \t\n\r"\'/?&=,;()[]{}<>')

/** Settings that open something. */
const SECRET_SETTINGS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'OPERATOR_TOKEN',
  'UPLOADTHING_TOKEN',
] as const satisfies readonly (keyof Env)[]

/**
 * Each of these reads a text once, whatever stands in it. What a quantifier without a bound takes need not be followed by
 * anything, or holds no second beginning; everything else has a bound.
 */
const PATTERNS: readonly [RegExp, string][] = [
  // Passwords in addresses of databases and mail servers.
  [/:\/\/[^\s"/@]+@/g, `://${HIDDEN}@`],
  // Parameters of an address.
  [/([?&#](?:code|email|token|idToken|key|secret|password)=)[^\s"&#\\]+/gi, `$1${HIDDEN}`],
  [/\bBearer\s{1,8}[\w.~+/=-]+/gi, `Bearer ${HIDDEN}`],
  // API keys, ours and others', and JSON web tokens, whole or cut short.
  [/\b(?:prk|sk_test|sk_live|rk_live|whsec|r8)_[\w-]+/g, HIDDEN],
  [/\beyJ[\w-]+(?:\.[\w-]*){0,2}/g, HIDDEN],
  // Session ids (40 characters) and browsers' secrets (43). Hashes, which have 64, may stand.
  [/(?<![\w-])(?:[a-z2-7]{40}|[\w-]{43})(?![\w-])/g, HIDDEN],
]

/**
 * Takes what nobody may read in a log out of a line: emails, tokens, keys, cookies, passwords. Where a log is written
 * they are left out to begin with; this is for the texts of others, an error of the database or of a client above all.
 * Its time grows with the length of the line and with nothing else.
 * @param secrets texts that are hidden wherever they stand
 */
export function hideSecrets(line: string, secrets: readonly string[] = []): string {
  let said = line
  for (const secret of secrets) said = said.replaceAll(secret, HIDDEN)
  said = hideEmails(hideFields(said))
  for (const [pattern, instead] of PATTERNS) said = said.replaceAll(pattern, instead)
  return said
}

/** A text without what is beyond so many characters. No word that is begun is kept: half a secret is one that nothing finds. */
export function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  let end = maxChars
  while (end > maxChars - WORD_MAX_CHARS && end > 0 && !WORD_ENDS.has(text.charAt(end))) end -= 1
  if (WORD_ENDS.has(text.charAt(end))) return `${text.slice(0, end)}… (${text.length - end} more characters)`
  return `${text.slice(0, maxChars)}… (${text.length - maxChars} more characters)`
}

/** A line of the log with a bound to it: each of its texts is cut, and where that is not enough all that is no text of ours is left out. */
function cutLine(line: string): string {
  if (line.length <= LINE_MAX_CHARS) return line
  const parsed = JSON.parse(line, (_, value: unknown) =>
    typeof value === 'string' ? cut(value, TEXT_MAX_CHARS) : value,
  ) as Record<string, unknown>
  const shorter = `${JSON.stringify(parsed)}\n`
  if (shorter.length <= LINE_MAX_CHARS) return shorter
  const { level, time, process, pid, reqId, requestId, msg } = parsed
  return `${JSON.stringify({ level, time, process, pid, reqId, requestId, msg, leftOutChars: line.length })}\n`
}

/** A process's log: JSON lines on standard output, each with a bound to it, without secrets and without people's emails. */
export function createLog(env: Env, name: 'server' | 'worker'): Logger {
  const inAddresses = [env.DATABASE_URL, env.SMTP_URL ?? ''].map((url) =>
    URL.canParse(url) ? decodeURIComponent(new URL(url).password) : '',
  )
  const secrets = [...SECRET_SETTINGS.map((setting) => env[setting] ?? ''), ...inAddresses].filter(
    (secret) => secret.length >= SECRET_MIN_CHARS,
  )
  return pino(
    {
      level: env.LOG_LEVEL,
      base: { process: name, pid: process.pid },
      hooks: { streamWrite: (line) => hideSecrets(cutLine(line), secrets) },
    },
    // At once, as Node itself writes to a pipe. What the library would write later it writes at the exit, and where nobody
    // reads the pipe any more it tries that for ever (sonic-boom 4.2.1, flushSync): the process never ends.
    pino.destination({ dest: 1, sync: true }),
  )
}

/** Says in the log why a process ends that nobody expected to end: standard error is nobody's to scrub. */
export function logLastWords(log: Logger): void {
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: an error that nothing caught')
    process.exit(1)
  })
}
