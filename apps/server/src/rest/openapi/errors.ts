import { ERRORS, type ErrorCode } from '@printroom/contract/errors'
import type { Route } from '../route.ts'

/** What any request may be answered, whatever it asks for. */
const ANYWHERE = [
  'bad_input',
  'rate_limited',
  'own_machine_only',
  'headers_too_large',
  'request_timeout',
  'internal',
  'overloaded',
  'unready',
] as const satisfies ErrorCode[]

/** The codes that a route can answer, in the order of the error table. */
export function codesOf({ method, access, errors = [] }: Pick<Route, 'method' | 'access' | 'errors'>): ErrorCode[] {
  const codes = new Set<ErrorCode>([...ANYWHERE, ...errors])
  if (access !== 'anybody') for (const code of ['unauthorized', 'key_expired'] as const) codes.add(code)
  if (access === 'person') codes.add('forbidden')
  if (method !== 'GET') for (const code of ['cross_site', 'forbidden', 'too_large'] as const) codes.add(code)
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}

/** One answer of the document: all codes that share a status. Its name says which. */
const nameOf = (codes: readonly ErrorCode[]): string => codes.join('.')

function answerOf(codes: readonly ErrorCode[]) {
  const isLater = codes.some((code) => [429, 503].includes(ERRORS[code][0]))
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n'),
    ...(isLater ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: { error: ERRORS[code][1], code } }])),
      },
    },
  }
}

type Answers = Record<string, { $ref: string }>

/** Collects the refusals of every route, each set of codes once. */
export function collectErrors() {
  const responses: Record<string, ReturnType<typeof answerOf>> = {}
  return {
    responses,
    answersOf(route: Pick<Route, 'method' | 'access' | 'errors'>): Answers {
      const byStatus = new Map<number, ErrorCode[]>()
      for (const code of codesOf(route)) {
        const status = ERRORS[code][0]
        byStatus.set(status, [...(byStatus.get(status) ?? []), code])
      }
      const answers: Answers = {}
      for (const [status, codes] of byStatus) {
        responses[nameOf(codes)] ??= answerOf(codes)
        answers[status] = { $ref: `#/components/responses/${nameOf(codes)}` }
      }
      return answers
    },
  }
}
