import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { PURCHASES } from '@printroom/contract/plans'
import * as z from 'zod'
import { EDIT_MODEL_NAMES } from './adapters/engine/replicate-models.ts'

const flag = (fallback: 'on' | 'off') => z.enum(['on', 'off']).default(fallback)
/** With a key, all of Stripe's settings are needed. */
const missingStripeSettings = (env: Record<string, unknown>): string[] =>
  ['STRIPE_WEBHOOK_SECRET', ...PURCHASES.map((purchase) => `STRIPE_PRICE_${purchase.toUpperCase()}`)].filter(
    (name) => !env[name],
  )
/** Whether a setting is the sandbox's own: its keys and tokens say so, plainly or in base64. */
const isOfSandbox = (value: string | undefined): boolean =>
  value !== undefined && [value, Buffer.from(value, 'base64').toString()].some((text) => text.includes('sandbox'))
const SANDBOX_SETTINGS = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'UPLOADTHING_TOKEN',
  'FIREBASE_PROJECT_ID',
] as const

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgresql:// address is needed' }),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    DATA_DIR: z
      .string()
      .min(1)
      .default('.data')
      .transform((folder) => resolve(folder)),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: z.url().optional(),
    WEB_DIST: z.string().optional(),
    PLATES_DIR: z.string().optional(),
    PLATES_URL: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    AUTH_VERIFICATION: z.enum(['on', 'off']).optional(),
    TRUSTED_PROXIES: z.string().optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address is needed' }).optional(),
    MAIL_FROM: z.string().min(3).default('Printroom <no-reply@printroom.localhost>'),
    FIREBASE_PROJECT_ID: z.string().optional(),
    FIREBASE_API_KEY: z.string().optional(),
    FIREBASE_AUTH_DOMAIN: z.string().optional(),
    RATE_LIMITS: flag('on'),
    SIGNUP_CREDITS: z.coerce.number().int().min(0).max(10_000).default(10),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
    GENERATION_WAIT_SECONDS: z.coerce.number().min(0).max(600).default(120),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_PRICE_STARTER: z.string().optional(),
    STRIPE_PRICE_PRO: z.string().optional(),
    STRIPE_PRICE_AGENCY: z.string().optional(),
    STRIPE_PRICE_TOPUP_50: z.string().optional(),
    STRIPE_PORTAL_CONFIGURATION: z.string().optional(),
    ENGINE: z.enum(['studio', 'replicate']).optional(),
    REPLICATE_API_TOKEN: z.string().optional(),
    REPLICATE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
    REPLICATE_MODEL: z.enum(EDIT_MODEL_NAMES).default('google/nano-banana-2'),
    REPLICATE_DEADLINE_SECONDS: z.coerce.number().min(1).max(900).default(180),
    OPERATOR_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
    STORAGE: z.enum(['local', 'uploadthing']).optional(),
    UPLOADTHING_TOKEN: z.string().optional(),
    SANDBOX_URL: z
      .url({ protocol: /^http$/ })
      .transform((address) => address.replace(/\/$/, ''))
      .optional(),
    WORKER_CONCURRENCY: z.coerce.number().int().min(0).max(64).default(availableParallelism()),
    PLATE_CACHE_MB: z.coerce.number().int().min(0).max(16_384).default(96),
  })
  .refine((env) => env.NODE_ENV !== 'production' || !env.SANDBOX_URL, {
    path: ['SANDBOX_URL'],
    error: 'the sandbox is for development: production must not reach it',
  })
  .superRefine((env, context) => {
    if (env.NODE_ENV !== 'production') return
    const refuse = (name: keyof typeof env, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.RATE_LIMITS === 'off') refuse('RATE_LIMITS', 'production does not run without limits')
    if (env.PUBLIC_URL && new URL(env.PUBLIC_URL).protocol !== 'https:')
      refuse('PUBLIC_URL', 'in production it has to be an https:// address: sessions travel by nothing else')
    for (const name of SANDBOX_SETTINGS)
      if (isOfSandbox(env[name]))
        refuse(name, 'this is the sandbox’s, which is for development: production needs your own')
  })
  .refine((env) => env.STORAGE !== 'uploadthing' || env.UPLOADTHING_TOKEN || env.SANDBOX_URL, {
    path: ['UPLOADTHING_TOKEN'],
    error: 'STORAGE=uploadthing needs a token',
  })
  .refine((env) => env.ENGINE !== 'replicate' || env.REPLICATE_API_TOKEN || env.SANDBOX_URL, {
    path: ['REPLICATE_API_TOKEN'],
    error: 'ENGINE=replicate needs a token',
  })
  .superRefine((env, context) => {
    if (!env.STRIPE_SECRET_KEY) return
    for (const name of missingStripeSettings(env))
      context.addIssue({ code: 'custom', path: [name], message: 'is needed beside STRIPE_SECRET_KEY' })
  })
  .transform((env) => ({
    ...env,
    engine: env.ENGINE ?? (env.REPLICATE_API_TOKEN ? ('replicate' as const) : ('studio' as const)),
    storage: env.STORAGE ?? (env.UPLOADTHING_TOKEN ? ('uploadthing' as const) : ('local' as const)),
    isProduction: env.NODE_ENV === 'production',
    drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? 5 : 0),
    verification: env.AUTH_VERIFICATION ?? (env.NODE_ENV === 'production' ? 'on' : 'off'),
  }))

export type Env = z.output<typeof schema>

/**
 * The environment of a process, parsed once at its start. An empty value counts as none.
 * @throws Error that lists everything that is wrong, a line each.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The environment is not right:\n${lines.join('\n')}`)
}
