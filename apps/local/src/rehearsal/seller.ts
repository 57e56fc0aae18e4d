import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { drawDesign } from './design.ts'
import type { MailServer } from './mail-server.ts'

/** Where everything is reached: the name that people type, the proxy's port, and the certificate that it shows. */
export type Site = { name: string; port: number; cert: string }
export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

const COLOURS = [
  'white',
  'black',
  'red',
  'blue',
  'navy',
  'cobalt-blue',
  'green',
  'lime-green',
  'yellow',
  'orange',
  'pink',
  'purple',
  'maroon',
  'gray',
  'silver',
  'almond',
  'brown',
]
const BACKGROUNDS = ['white-studio', 'neutral-gray', 'off-white']
const SIZES = ['small', 'medium', 'large']

/** The n-th of 153 different mugs: an order for a picture that is there already would be answered with it, and make nothing. */
const mugOf = (nth: number) => ({
  product: 'mug',
  colour: `mug-${COLOURS[nth % COLOURS.length]}`,
  model_style: 'studio-product',
  background: BACKGROUNDS[Math.floor(nth / COLOURS.length) % BACKGROUNDS.length],
  design_size: SIZES[Math.floor(nth / COLOURS.length / BACKGROUNDS.length) % SIZES.length],
})

/** Linux answers on the whole of 127/8, so that each seller comes from an address of their own. */
const addressOf = (nth: number): string | undefined =>
  process.platform === 'linux' ? `127.0.1.${1 + (nth % 250)}` : undefined

/** A program that speaks HTTPS to the site in one seller's name: their cookies, their address, connections that it keeps. */
export class Seller {
  readonly email: string
  readonly address: string | undefined
  userId = ''
  designId = ''
  private ordered = 0
  private readonly cookies = new Map<string, string>()
  private readonly agent: Agent

  constructor(
    private readonly site: Site,
    private readonly nth: number,
  ) {
    this.email = `seller-${nth}@example.com`
    this.address = addressOf(nth)
    this.agent = new Agent({ keepAlive: true, ca: site.cert, servername: site.name })
  }

  get cookie(): string {
    return [...this.cookies].map((each) => each.join('=')).join('; ')
  }

  close(): void {
    this.agent.destroy()
  }

  /** The answer as soon as its head is there. @throws Error when the connection fails */
  open(
    path: string,
    { method = 'GET', body, headers = {} }: { method?: string; body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<IncomingMessage> {
    const { name, port } = this.site
    return new Promise((resolve, reject) => {
      const host = `${name}:${port}`
      const all = { host, cookie: this.cookie, ...(body ? { 'content-length': String(body.length) } : {}), ...headers }
      const asked = request(
        { host: '127.0.0.1', port, path, method, headers: all, agent: this.agent, localAddress: this.address },
        (answer) => {
          for (const cookie of answer.headers['set-cookie'] ?? []) this.keep(cookie)
          resolve(answer)
        },
      )
      asked.once('error', reject)
      asked.end(body)
    })
  }

  async call(path: string, json?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const body = json ? Buffer.from(JSON.stringify(json)) : undefined
    const answer = await this.open(path, {
      ...(body ? { method: 'POST', body } : {}),
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  /** Makes the account with the code that was mailed. @throws Error when anything but that happens */
  async signUp(mail: MailServer): Promise<void> {
    const asked = await this.call('/api/auth/register', { email: this.email })
    expectStatus(asked, 202, 'the first half of signing up')
    const entered = await this.call('/api/auth/register', { email: this.email, code: mail.codeFor(this.email) })
    expectStatus(entered, 200, 'the second half of signing up')
    this.userId = (JSON.parse(entered.body.toString()) as { user: { id: string } }).user.id
  }

  async upload(): Promise<Answer> {
    const form = new FormData()
    form.set('userId', this.userId)
    form.set(
      'design',
      new File([new Uint8Array(await drawDesign(this.nth))], `design-${this.nth}.png`, { type: 'image/png' }),
    )
    const encoded = new Response(form)
    const answer = await this.open('/api/designs', {
      method: 'POST',
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }

  /** Orders a picture that this seller has not ordered yet. */
  order(): Promise<Answer> {
    return this.call(
      '/api/generate-mockup',
      { design_id: this.designId, ...mugOf(this.ordered++) },
      { 'idempotency-key': randomUUID() },
    )
  }

  private keep(cookie: string): void {
    const [name, value] = (cookie.split(';')[0] ?? '').split('=')
    if (name && value) this.cookies.set(name, value)
    else if (name) this.cookies.delete(name)
  }
}

export function expectStatus({ status, body }: Answer, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} was answered ${status}: ${body.toString().slice(0, 300)}`)
}
