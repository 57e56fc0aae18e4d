import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from './test-server.ts'

export type Person = { id: string; email: string; cookie: string; address: string }

const AT_ONCE = 8
const MAIL_POLL_MS = 20

/** People who have signed up as people do, each from an address of their own. */
export async function signUp(testServer: TestServer, url: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  let next = 0
  const lane = async () => {
    for (let nth = next++; nth < count; nth = next++) people.push(await signUpOne(testServer, url, nth))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return people
}

async function signUpOne(testServer: TestServer, url: string, nth: number): Promise<Person> {
  const email = `seller-${nth}@example.com`
  const address = `10.0.${nth >> 8}.${nth & 255}`
  const cookies = new Map<string, string>()
  const register = async (body: object): Promise<Response> => {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ')
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie }
    const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`Signing up was answered ${answer.status}: ${await answer.text()}`)
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return answer
  }
  await register({ email })
  const answer = await register({ email, code: await codeFor(testServer, email) })
  const { user } = (await answer.json()) as { user: { id: string } }
  return { id: user.id, email, address, cookie: [...cookies].map((each) => each.join('=')).join('; ') }
}

/** The code of the one mail to this address, which the sandbox prints a moment after it has taken it. */
async function codeFor(testServer: TestServer, email: string): Promise<string> {
  for (;;) {
    const mail = testServer
      .mails()
      .split('mail to ')
      .findLast((each) => each.startsWith(`${email}:`))
    const code = /^([0-9A-Z]{4}) ([0-9A-Z]{4})$/m.exec(mail ?? '')
    if (code) return `${code[1]}${code[2]}`
    await pause(MAIL_POLL_MS)
  }
}

/** What is asked in a person's name. The answer's time is in milliseconds, to its last byte; status 0 is a broken connection. */
export async function askAs(
  person: Person,
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: string; ms: number }> {
  const startedAt = performance.now()
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { ...init.headers, cookie: person.cookie, 'x-forwarded-for': person.address },
    })
    const body = await answer.text()
    return { status: answer.status, body, ms: performance.now() - startedAt }
  } catch (error) {
    return { status: 0, body: String(error), ms: performance.now() - startedAt }
  }
}

/** Sends a PNG as the form that browsers send. */
export async function uploadAs(
  person: Person,
  url: string,
  bytes: Buffer,
  signal?: AbortSignal,
): ReturnType<typeof askAs> {
  const form = new FormData()
  form.set('userId', person.id)
  form.set('design', new File([new Uint8Array(bytes)], 'bench.png', { type: 'image/png' }))
  return askAs(person, `${url}/api/designs`, { method: 'POST', body: form, signal })
}
