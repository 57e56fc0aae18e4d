import { cancelSchema, checkoutSchema, portalSchema } from '@printroom/contract/schemas'
import { addressResponse, successResponse } from '@printroom/contract/wire'
import { SUCCESS } from '../examples.ts'
import { json, personal, type Route } from '../route.ts'

const tag = 'Billing'
const unpaid = ['not_configured', 'payments_unreachable'] as const

export const BILLING_ROUTES: readonly Route[] = [
  json('POST', '/api/create-checkout-session', (caller) => caller.billing.checkout, addressResponse, {
    id: 'checkOut',
    tag,
    summary: 'Buy a plan or a top-up',
    description: 'Answers where to pay. The credits are there when the payment is.',
    body: checkoutSchema,
    errors: ['already_subscribed', 'payment_due', ...unpaid],
    example: { request: { plan: 'topup_50' }, 200: { url: 'https://checkout.stripe.com/c/pay/cs_live_a1b2' } },
  }),
  json('POST', '/api/create-portal-session', (caller) => caller.billing.portal, addressResponse, {
    id: 'openPortal',
    tag,
    summary: 'See invoices, change the card',
    description: '`setup_required` in a refusal says that the portal is not set up.',
    body: portalSchema,
    errors: unpaid,
    example: { request: {}, 200: { url: 'https://billing.stripe.com/p/session/live_a1b2' } },
  }),
  json('POST', '/api/cancel-subscription', (caller) => caller.billing.cancel, successResponse, {
    id: 'cancelSubscription',
    tag,
    summary: 'End the plan',
    description: 'With the period that is paid.',
    body: cancelSchema,
    errors: ['no_subscription', ...unpaid],
    example: { request: { reason: 'The season is over.' }, 200: SUCCESS },
  }),
  json('POST', '/api/resume-subscription', (caller) => caller.billing.resume, successResponse, {
    id: 'resumeSubscription',
    tag,
    summary: 'Take a cancellation back',
    body: portalSchema,
    errors: ['no_subscription', ...unpaid],
    example: { request: {}, 200: SUCCESS },
  }),
].map(personal)
