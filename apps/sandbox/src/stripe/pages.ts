import type { FastifyInstance, FastifyReply } from 'fastify'
import { checkoutPage } from './checkout-page.ts'
import { clockPage } from './clock-page.ts'
import { StripeRefusal, missing } from './errors.ts'
import { parseForm } from './form.ts'
import type { Life } from './life.ts'
import { sessionOf } from './records.ts'
import type { PortalSession } from './objects.ts'
import { portalPage } from './portal-page.ts'
import type { Card } from './state.ts'
import type { Webhooks } from './webhooks.ts'

type Id = { Params: { id: string } }
const CARDS: readonly Card[] = ['works', 'declines', 'declines_later']
const DAY_SECONDS = 86_400

/** What people see: checkout, customer portal, and the sandbox's own clock. */
export function registerPages(app: FastifyInstance, life: Life, webhooks: Webhooks): void {
  const html = (reply: FastifyReply, page: string) =>
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).send(page)
  const portalOf = (id: string): PortalSession => {
    const portal = life.state.portalSessions[id]
    if (!portal) throw missing('portal session', id)
    return portal
  }
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeRefusal)) throw error
    return reply.status(error.status).type('text/plain').send(`${error.message}\n`)
  })

  app.get<Id>('/stripe/checkout/:id', (request, reply) =>
    html(reply, checkoutPage(life, sessionOf(life.state, request.params.id))),
  )
  app.post<Id>('/stripe/checkout/:id', (request, reply) => {
    const { id } = request.params
    const session = sessionOf(life.state, id)
    const isPaid = life.completeSession(id, cardOf(request.body))
    if (!isPaid)
      return html(
        reply.status(402),
        checkoutPage(life, session, 'Your card was declined. Nothing was charged. Try another card.'),
      )
    return reply.redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id), 303)
  })

  app.get<Id>('/stripe/portal/:id', (request, reply) => html(reply, portalPage(life, portalOf(request.params.id))))
  app.post<Id>('/stripe/portal/:id', (request, reply) => {
    const portal = portalOf(request.params.id)
    const form = parseForm(String(request.body ?? ''))
    const own = life.liveOf(portal.customer).find(({ id }) => id === form.subscription)
    let notice = ''
    try {
      if (form.act === 'card') life.updateCard(portal.customer, cardOf(request.body))
      if (form.act === 'plan' && own) life.changePlan(own.id, String(form.price))
      if (form.act === 'cancel' && own) life.setEnding(own.id, true)
      if (form.act === 'resume' && own) life.setEnding(own.id, false)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      notice = error.message
    }
    const returnTo = returnOf(portal)
    if (!notice && form.act === 'plan' && portal.flow?.type === 'subscription_update_confirm' && returnTo)
      return reply.redirect(returnTo, 303)
    return html(reply.status(notice ? 402 : 200), portalPage(life, portal, notice))
  })

  app.get('/stripe/clock', (_request, reply) => html(reply, clockPage(life)))
  app.post('/stripe/clock', (request, reply) => {
    const form = parseForm(String(request.body ?? ''))
    const ends = Object.values(life.state.subscriptions)
      .filter(({ status }) => status !== 'canceled')
      .map(({ items }) => items.data[0]?.current_period_end ?? 0)
    if (form.act === 'cycle' && ends.length > 0) life.advance(Math.max(...ends))
    if (form.act === 'days') life.advance(life.now() + Math.max(0, Number(form.days)) * DAY_SECONDS)
    if (form.act === 'card') life.updateCard(String(form.customer), cardOf(request.body))
    if (form.act === 'refund')
      life.refund(String(form.intent), form.amount ? Number(form.amount) : undefined, 'requested_by_customer')
    if (form.act === 'dispute')
      life.dispute(String(form.intent), form.outcome === 'won' || form.outcome === 'lost' ? form.outcome : 'open')
    if (form.act === 'resend') webhooks.resend(String(form.event))
    return reply.redirect('/stripe/clock', 303)
  })
}

function cardOf(body: unknown): Card {
  const { card } = parseForm(String(body ?? ''))
  return CARDS.find((each) => each === card) ?? 'declines'
}

function returnOf({ flow, return_url }: PortalSession): string | null {
  const after = flow?.after_completion as { redirect?: { return_url?: string } } | null | undefined
  return after?.redirect?.return_url ?? return_url
}
