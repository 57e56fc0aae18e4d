import { document, escape } from '../html.ts'
import type { KeptMail } from './outbox.ts'

/** The outbox as a page: every mail that went nowhere, newest first. */
export function outboxPage(mails: readonly KeptMail[]): string {
  const list = mails.map(
    ({ to, subject, text, at }) =>
      `<article><h2>${escape(subject)}</h2><p>to ${escape(to)}, <time datetime="${escape(at)}">${escape(at.slice(0, 19).replace('T', ' '))} UTC</time></p><pre>${marked(escape(text))}</pre></article>`,
  )
  return document(
    'Outbox',
    `<h1>Outbox</h1><p>Mail that Printroom sent. It reached nobody: this is the sandbox.</p>${list.join('\n') || '<p>No mail yet.</p>'}`,
  )
}

/** Links can be followed, and a code is seen at once. */
const marked = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    .replaceAll(/^[0-9A-Z]{4} [0-9A-Z]{4}$/gm, (code) => `<strong>${code}</strong>`)
