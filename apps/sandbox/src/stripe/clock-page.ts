import { cardChoice, day, dollars, escape, layout } from './layout.ts'
import type { Life } from './life.ts'
import type { Card } from './state.ts'

/** The sandbox's own controls: time, cards, refunds, disputes, events. */
export function clockPage(life: Life): string {
  const { state } = life
  const customers = Object.values(state.customers).filter(({ deleted }) => !deleted)
  const payments = Object.values(state.intents)
    .filter(({ status }) => status === 'succeeded')
    .toReversed()
  const events = Object.values(state.events).toReversed().slice(0, 50)
  return layout(
    'Clock',
    `<h1>The sandbox's clock</h1><p class="soft">It says ${new Date(life.now() * 1000).toUTCString()}. Moving it lets everything happen that falls due on the way: renewals, retries, endings.</p>
<div class="sheet row"><form method="post" class="inline"><input type="hidden" name="act" value="cycle"><button>Go to the next billing cycle</button></form>
<form method="post" class="inline row"><input type="hidden" name="act" value="days"><input name="days" type="number" min="1" max="400" value="3" aria-label="Days" style="width:5em;padding:9px;margin-right:8px"><button>Go forward these days</button></form></div>
${customers.map(({ id, email }) => `<details class="sheet"><summary>${escape(email ?? id)}: card ${cardName(state.cards[id])}</summary><form method="post" style="margin-top:12px"><input type="hidden" name="act" value="card"><input type="hidden" name="customer" value="${id}">${cardChoice()}<button>Change the card</button></form></details>`).join('')}
<div class="sheet scroll"><h2>Payments</h2><table><tr><th>When</th><th>What</th><th>Amount</th><th></th></tr>${payments.map((intent) => paymentRow(life, intent.id)).join('')}</table></div>
<div class="sheet scroll"><h2>Events</h2><table><tr><th>When</th><th>Type</th><th>Delivery</th><th></th></tr>${events
      .map(
        (event) =>
          `<tr><td>${day(event.created)}</td><td>${event.type}</td><td>${event.pending_webhooks ? 'waiting' : 'delivered'}</td><td>${act('resend', { event: event.id }, 'Send again')}</td></tr>`,
      )
      .join('')}</table></div>`,
  )
}

function paymentRow({ state }: Life, intentId: string): string {
  const intent = state.intents[intentId]
  const charge = state.charges[intent?.latest_charge ?? '']
  if (!intent || !charge) return ''
  const given = charge.amount_refunded > 0 ? `, ${dollars(charge.amount_refunded)} given back` : ''
  const acts = [
    charge.refunded ? '' : act('refund', { intent: intent.id }, 'Refund all'),
    charge.refunded || charge.amount < 2
      ? ''
      : act(
          'refund',
          { intent: intent.id, amount: String(Math.floor((charge.amount - charge.amount_refunded) / 2)) },
          'Refund half',
        ),
    charge.disputed
      ? act('dispute', { intent: intent.id, outcome: 'won' }, 'Dispute won') +
        act('dispute', { intent: intent.id, outcome: 'lost' }, 'Dispute lost')
      : act('dispute', { intent: intent.id, outcome: 'open' }, 'Dispute'),
  ]
  return `<tr><td>${day(intent.created)}</td><td>${escape(intent.description ?? '')}</td><td>${dollars(intent.amount)}${given}${charge.disputed ? ', disputed' : ''}</td><td><span class="row">${acts.join('')}</span></td></tr>`
}

const act = (name: string, fields: Record<string, string>, label: string): string =>
  `<form method="post" class="inline"><input type="hidden" name="act" value="${name}">${Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escape(value)}">`)
    .join('')}<button>${label}</button></form>`

const cardName = (card: Card | undefined): string => (card === undefined ? 'none' : card.replaceAll('_', ' '))
