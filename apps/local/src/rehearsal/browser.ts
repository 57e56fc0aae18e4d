import { setTimeout as pause } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium as playwright, type Page } from 'playwright-core'
import type { Certificate } from './certificate.ts'
import { drawDesign } from './design.ts'
import type { MailServer } from './mail-server.ts'

const EMAIL = 'maya@example.com'
const LAUNCH_TRIES = 60
const RELAUNCH_MS = 1000
/** For a page on a machine that does ten other things. */
const PAGE_MS = 120_000

/** What a person's browser saw, and the page that stays open through everything after. */
export type BrowserVisit = {
  email: string
  /** Cookies by name, as the browser keeps them. */
  cookies: { name: string; domain: string; path: string; secure: boolean; httpOnly: boolean; sameSite: string }[]
  hsts: string
  /** The address that the browser went to when it was told `http://…`, before and after it had seen the site. */
  plain: { before: string; after: string }
  pictureBytes: number
  zipBytes: number
  /** Of the event stream that a page holds open, how often it was opened; waits until it has been more than once and is now. */
  openedAgain: () => Promise<{ opened: number; isOpen: boolean; messages: number }>
  cookie: () => Promise<string>
  close: () => Promise<void>
}

/**
 * A person signs up with the mailed code, uploads, orders and downloads, in a real Chromium that takes this certificate
 * and no other that it does not know.
 */
export async function visit(
  site: { name: string; port: number },
  { pin }: Certificate,
  mail: MailServer,
): Promise<BrowserVisit> {
  const origin = `https://${site.name}:${site.port}`
  const browser = await launch([
    '--no-sandbox',
    `--host-resolver-rules=MAP ${site.name} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${pin}`,
  ])
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(PAGE_MS)
    // The compiler of a plain `node --import tsx` names functions by a call of this; in the page nobody else defines it.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    const before = await plainAddress(context, origin)
    const page = await context.newPage()
    const answer = await page.goto(`${origin}/register`, { timeout: PAGE_MS })
    const hsts = (await answer?.headerValue('strict-transport-security')) ?? ''
    await signUp(page, origin, mail)
    const { pictureBytes, zipBytes } = await page.evaluate(orderAndDownload, (await drawDesign(0)).toString('base64'))
    const after = await plainAddress(context, origin)
    await page.evaluate(listen)
    return {
      email: EMAIL,
      cookies: (await context.cookies()).map(({ name, domain, path, secure, httpOnly, sameSite }) => ({
        name,
        domain,
        path,
        secure,
        httpOnly,
        sameSite,
      })),
      hsts,
      plain: { before, after },
      pictureBytes,
      zipBytes,
      openedAgain: () => openedAgain(page),
      cookie: async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
      close: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}

/** Another program may be unpacking the same browser at the same place just now; then what is there is not whole yet. */
export async function launch(args: string[]): Promise<Browser> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await playwright.launch({ executablePath: await chromium.executablePath(), args })
    } catch (error) {
      if (tries === LAUNCH_TRIES) throw error
      await pause(RELAUNCH_MS)
    }
  }
}

/** Where a person gets to who types the address without its s; an error's name when there is no answer. */
async function plainAddress(context: BrowserContext, origin: string): Promise<string> {
  const page = await context.newPage()
  try {
    await page.goto(`${origin.replace('https:', 'http:')}/pricing`, { timeout: PAGE_MS })
    return page.url()
  } catch (error) {
    return /net::\w+/.exec(String(error))?.[0] ?? String(error)
  } finally {
    await page.close()
  }
}

/** A browser connects again some seconds after a stream has ended. */
async function openedAgain(page: Page): ReturnType<BrowserVisit['openedAgain']> {
  for (const deadline = Date.now() + PAGE_MS; ; await pause(RELAUNCH_MS)) {
    const told = await page.evaluate(heard)
    if ((told.isOpen && told.opened > 1) || Date.now() > deadline) return told
  }
}

async function signUp(page: Page, origin: string, mail: MailServer): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Code', { exact: true })
  await field.waitFor()
  await field.fill(mail.codeFor(EMAIL))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/dashboard`)
}

// The functions below run in the page, as its own scripts would: with its cookies, its policy and its origin.

async function orderAndDownload(png: string): Promise<{ pictureBytes: number; zipBytes: number }> {
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(path, init)
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const form = new FormData()
  form.set(
    'design',
    new File([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))], 'design.png', { type: 'image/png' }),
  )
  const design = (await (await call('/api/designs', { method: 'POST', body: form })).json()) as { id: string }
  const order = {
    design_id: design.id,
    product: 'mug',
    colour: 'mug-navy',
    model_style: 'studio-product',
    background: 'white-studio',
    design_size: 'large',
  }
  const mockup = (await (await post('/api/generate-mockup', order)).json()) as { id: string; file_url: string }
  const picture = await (await call(mockup.file_url)).blob()
  const zip = await (await post('/api/mockups/download', { mockupIds: [mockup.id] })).blob()
  return { pictureBytes: picture.size, zipBytes: zip.size }
}

type Listening = { source: EventSource; opened: number; messages: number }

function listen(): Promise<void> {
  const source = new EventSource('/api/trpc/generation.watch')
  const listening: Listening = { source, opened: 0, messages: 0 }
  Object.assign(globalThis, { listening })
  source.addEventListener('message', () => void listening.messages++)
  return new Promise((resolve) => {
    source.addEventListener('open', () => {
      listening.opened++
      resolve()
    })
  })
}

function heard(): { opened: number; isOpen: boolean; messages: number } {
  const { source, opened, messages } = (globalThis as unknown as { listening: Listening }).listening
  return { opened, isOpen: source.readyState === source.OPEN, messages }
}
