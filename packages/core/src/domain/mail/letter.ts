import type { Mail } from './mailer.ts'

/** A mail of a few paragraphs of plain words, as text and as HTML. */
export const letter = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
  html: `<div style="font:16px/1.5 system-ui,sans-serif;max-width:34em;color:#1d1a16">${paragraphs.map((each) => `<p>${escaped(each)}</p>`).join('\n')}</div>`,
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
