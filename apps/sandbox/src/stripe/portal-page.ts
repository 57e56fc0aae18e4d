import { itemOf } from './billing.ts'
import { cardChoice, day, dollars, escape, layout } from './layout.ts'
import type { Life } from './life.ts'
import type { PortalSession, Subscription } from './objects.ts'

const CARD_NAMES = { works: '•••• 4242', declines: '•••• 0002', declines_later: '•••• 0341' } as const

/** The customer portal: the plan and its change, the card, the invoices. */
export function portalPage(life: Life, portal: PortalSession, notice = ''): string {
  const subscriptions = life.liveOf(portal.customer)
  const back = portal.return_url ? `<p><a href="${escape(portal.return_url)}">← Return to Printroom</a></p>` : ''
  const problem = notice ? `<p class="bad" role="alert">${escape(notice)}</p>` : ''
  const confirm = portal.flow?.subscription_update_confirm
  const confirmed = confirm && subscriptions.find(({ id }) => id === confirm.subscription)
  if (confirm && confirmed)
    return layout('Confirm the change', back + problem + confirmSheet(life, confirmed, confirm.items[0]?.price ?? ''))
  const plans =
    subscriptions.map((subscription) => subscriptionSheet(life, subscription)).join('') ||
    '<div class="sheet"><h2>Plan</h2><p class="soft">No plan at present.</p></div>'
  const card = life.state.cards[portal.customer]
  return layout(
    'Billing',
    `${back}<h1>Billing</h1><p class="soft">${escape(life.state.customers[portal.customer]?.email ?? '')}</p>${problem}${plans}
<form method="post" class="sheet"><h2>Payment method</h2><p class="soft">On file: ${card ? CARD_NAMES[card] : 'none'}</p><input type="hidden" name="act" value="card">${cardChoice()}<button>Update card</button></form>
<div class="sheet"><h2>Invoices</h2><div class="scroll"><table><tr><th>Number</th><th>Date</th><th>Amount</th><th>State</th></tr>${invoiceRows(life, portal.customer)}</table></div></div>`,
  )
}

function subscriptionSheet(life: Life, subscription: Subscription): string {
  const item = itemOf(subscription)
  const scheduled = life.state.scheduled[subscription.id]
  const state = subscription.cancel_at_period_end
    ? `Ends on ${day(item.current_period_end)}`
    : subscription.status === 'past_due'
      ? 'The last payment failed'
      : `Renews on ${day(item.current_period_end)}`
  const hidden = `<input type="hidden" name="subscription" value="${subscription.id}">`
  const offers = Object.values(life.state.prices)
    .filter((price) => price.active && price.recurring && price.id !== item.price.id)
    .toSorted((one, other) => one.unit_amount - other.unit_amount)
    .map(
      (price) =>
        `<form method="post" class="inline">${hidden}<input type="hidden" name="act" value="plan"><input type="hidden" name="price" value="${price.id}"><button>Change to ${escape(life.nameOf(price.id))}, ${dollars(price.unit_amount)}</button></form>`,
    )
  const ending = subscription.cancel_at_period_end
    ? '<input type="hidden" name="act" value="resume"><button>Keep the plan</button>'
    : '<input type="hidden" name="act" value="cancel"><button>Cancel the plan</button>'
  return `<div class="sheet"><h2>${escape(life.nameOf(item.price.id))}, ${dollars(item.price.unit_amount)} a month</h2><p class="soft">${state}</p>
${scheduled ? `<p>Changes to ${escape(life.nameOf(scheduled))} on ${day(item.current_period_end)}.</p>` : ''}
<div class="row">${offers.join('')}<form method="post" class="inline">${hidden}${ending}</form></div></div>`
}

function confirmSheet(life: Life, subscription: Subscription, priceId: string): string {
  const item = itemOf(subscription)
  const price = life.state.prices[priceId]
  if (!price) return '<p class="bad">This price is not here any more.</p>'
  const isUpgrade = price.unit_amount > item.price.unit_amount
  const share = (item.current_period_end - life.now()) / (item.current_period_end - item.current_period_start)
  const due = Math.max(0, Math.round((price.unit_amount - item.price.unit_amount) * share))
  return `<form method="post" class="sheet"><h1>Confirm the change</h1><p>${escape(life.nameOf(item.price.id))} → <b>${escape(life.nameOf(price.id))}</b>, ${dollars(price.unit_amount)} a month</p>
<p class="soft">${isUpgrade ? `Due today for the rest of the period: ${dollars(due)}` : `Takes effect on ${day(item.current_period_end)}`}</p>
<input type="hidden" name="act" value="plan"><input type="hidden" name="subscription" value="${subscription.id}"><input type="hidden" name="price" value="${price.id}"><button class="main">Confirm</button></form>`
}

const invoiceRows = (life: Life, customer: string): string =>
  Object.values(life.state.invoices)
    .filter((invoice) => invoice.customer === customer)
    .toReversed()
    .map(
      (invoice) =>
        `<tr><td>${escape(invoice.number)}</td><td>${day(invoice.created)}</td><td>${dollars(invoice.total)}</td><td>${invoice.status}</td></tr>`,
    )
    .join('')
