import { document, escape } from '../html.ts'
import type { Account, Credential } from './tokens.ts'

/** Where an answer goes: a window of `origin` that waits for `state`, or (without a popup) the address `back`. */
export type Asker = { origin: string; state: string; back: string }

const hidden = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(String(value))}">`)
    .join('')

/** The account chooser. */
export function chooserPage(asker: Asker, accounts: readonly Account[]): string {
  const choices = accounts.map(
    (account) =>
      `<form method="post" action="/google/choose">${hidden({ ...asker, ...account })}<button>${escape(account.name)}<br><small>${escape(account.email)}</small></button></form>`,
  )
  return document(
    'Choose an account',
    `<h1>Choose an account</h1>
<p><small>This is the sandbox, not Google. It asks for no password.</small></p>
${choices.join('\n')}
<form method="post" action="/google/choose">${hidden(asker)}
<label>Another account<input type="email" name="email" required placeholder="you@gmail.com"></label>
<label>Name<input name="name" placeholder="Your name"></label>
<button class="main">Continue</button></form>`,
  )
}

/**
 * Hands a credential to the window that asked, which then closes this one: closing itself, it could be seen as closed
 * by the person before its message came. `<` is written so that no text can end the script.
 */
export function handOverPage({ origin, state }: Asker, credential: Credential): string {
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return document(
    'Signed in',
    `<p>Signed in. This window closes by itself.</p>
<script>window.opener?.postMessage(${json({ type: 'google-credential', state, ...credential })}, ${json(origin)})</script>`,
  )
}
