import { cardChoice, dollars, escape, layout } from './layout.ts'
import type { Life } from './life.ts'
import type { State } from './state.ts'

/** The hosted checkout: what is bought, a card to pay with, and the way back. */
export function checkoutPage(life: Life, session: State['sessions'][string], problem = ''): string {
  const names = session.line_items.map(({ price }) => life.nameOf(price)).join(', ')
  const each = session.mode === 'subscription' ? ' a month' : ''
  const back = session.cancel_url ? `<p><a href="${escape(session.cancel_url)}">← Go back without paying</a></p>` : ''
  if (session.status !== 'open')
    return layout(
      'Checkout',
      `<h1>${session.status === 'complete' ? 'This is paid already' : 'This checkout has expired'}</h1><p class="soft">${escape(names)}</p>${back}`,
    )
  const email = life.state.customers[session.customer]?.email ?? ''
  return layout(
    'Checkout',
    `<div class="two"><div>${back}<p class="soft">${session.mode === 'subscription' ? 'Subscribe to' : 'Pay for'}</p><h1>${escape(names)}</h1>
<p class="price">${dollars(session.amount_total)}<span class="soft" style="font-size:16px">${each}</span></p></div>
<form method="post" class="sheet"><h2>Pay with card</h2><p class="soft">${escape(email)}</p>
${problem ? `<p class="bad" role="alert">${escape(problem)}</p>` : ''}${cardChoice()}
<button class="main">${session.mode === 'subscription' ? 'Subscribe' : 'Pay'} ${dollars(session.amount_total)}</button></form></div>`,
  )
}
