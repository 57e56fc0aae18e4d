import { SIGN_IN_CODE_MINUTES } from '@printroom/contract/limits'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import type { Mail } from '../mail/mailer.ts'

/**
 * The mail with a code. The link carries it behind a `#`, which no server's log and no `Referer` ever sees; it opens the
 * account in the browser that asked and nowhere else. Without a public address there is no link.
 */
export function codeMail(to: string, code: string, publicUrl: string | undefined): Mail {
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`
  const link = publicUrl && new URL(`/login#${new URLSearchParams({ email: to, code })}`, publicUrl).href
  const lines = [
    `Your code to sign in to ${PRODUCT_NAME}:`,
    shown,
    ...(link ? ['Or open this link in the browser in which you asked for it:', link] : []),
    `It works once, within ${SIGN_IN_CODE_MINUTES} minutes. If you did not ask for it, you need not do anything: nobody gets in without it.`,
  ]
  return {
    to,
    subject: `Your sign-in code for ${PRODUCT_NAME}`,
    text: `${lines.join('\n\n')}\n`,
    html: page(lines, shown, link),
  }
}

function page(lines: string[], code: string, link: string | undefined): string {
  const parts = lines.map((line) => {
    if (line === code)
      return `<p style="font:600 28px/1.2 ui-monospace,monospace;letter-spacing:.12em;margin:24px 0">${code}</p>`
    if (line === link) return `<p><a href="${escape(line)}" style="color:#00688b">Sign in to ${PRODUCT_NAME}</a></p>`
    return `<p>${escape(line)}</p>`
  })
  return `<div style="font:16px/1.5 system-ui,sans-serif;max-width:34em;color:#1d1a16">${parts.join('\n')}</div>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
