import { pino, type Logger } from 'pino'
import type { Env } from './env.ts'

/** What is written in its place. */
const HIDDEN = '[hidden]'
/** Shorter settings than this are words, not secrets. */
const SECRET_MIN_CHARS = 8

/** Settings that open something. */
const SECRET_SETTINGS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'OPERATOR_TOKEN',
  'UPLOADTHING_TOKEN',
] as const satisfies readonly (keyof Env)[]

/** In a line of JSON a quote inside a text is `\\"`: fields of texts that were JSON themselves are found as well. */
const QUOTE = String.raw`\\*"`
const NAMES = 'authorization|cookie|set-cookie|email|password|secret|token|id_?token|code_?hash|token_?hash'

const PATTERNS: readonly [RegExp, string][] = [
  // Passwords in addresses of databases and mail servers.
  [/:\/\/[^\s"/@]+@/g, `://${HIDDEN}@`],
  // Whatever a field of such a name holds, and a parameter of an address.
  [new RegExp(`(${QUOTE}(?:${NAMES})${QUOTE}\\s*:\\s*${QUOTE}).*?(?=${QUOTE})`, 'gi'), `$1${HIDDEN}`],
  [/([?&#](?:code|email|token|idToken|key|secret|password)=)[^\s"&#\\]+/gi, `$1${HIDDEN}`],
  [/\bBearer\s+[\w.~+/=-]+/gi, `Bearer ${HIDDEN}`],
  // Email addresses, as Postgres, Prisma and Stripe like to quote them.
  [/[\w.!#$%&'*+?^`{|}~-]{1,64}(?:@|%40)(?:[a-z\d][a-z\d-]{0,62}\.)+[a-z]{2,}/gi, HIDDEN],
  // API keys, ours and others', and JSON web tokens.
  [/\b(?:prk|sk_test|sk_live|rk_live|whsec|r8)_[\w-]+/g, HIDDEN],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  // Session ids (40 characters) and browsers' secrets (43). Hashes, which have 64, may stand.
  [/(?<![\w-])(?:[a-z2-7]{40}|[\w-]{43})(?![\w-])/g, HIDDEN],
]

/**
 * Takes what nobody may read in a log out of a line: emails, tokens, keys, cookies, passwords. Where a log is written
 * they are left out to begin with; this is for the texts of others, an error of the database or of a client above all.
 * @param secrets texts that are hidden wherever they stand
 */
export function hideSecrets(line: string, secrets: readonly string[] = []): string {
  let said = line
  for (const secret of secrets) said = said.replaceAll(secret, HIDDEN)
  for (const [pattern, instead] of PATTERNS) said = said.replaceAll(pattern, instead)
  return said
}

/** A process's log: JSON lines on standard output, without secrets and without people's emails. */
export function createLog(env: Env, name: 'server' | 'worker'): Logger {
  const inAddresses = [env.DATABASE_URL, env.SMTP_URL ?? ''].map((url) => (URL.canParse(url) ? decodeURIComponent(new URL(url).password) : ''))
  const secrets = [...SECRET_SETTINGS.map((setting) => env[setting] ?? ''), ...inAddresses].filter((secret) => secret.length >= SECRET_MIN_CHARS)
  return pino({
    level: env.LOG_LEVEL,
    base: { process: name, pid: process.pid },
    hooks: { streamWrite: (line) => hideSecrets(line, secrets) },
  })
}

/** Says in the log why a process ends that nobody expected to end: standard error is nobody's to scrub. */
export function logLastWords(log: Logger): void {
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: an error that nothing caught')
    process.exit(1)
  })
}
