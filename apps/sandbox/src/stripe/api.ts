import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StripeRefusal, invalid, missing } from './errors.ts'
import { parseForm, type Form } from './form.ts'
import type { Life } from './life.ts'
import { publicSession, sessionOf, subscriptionOf } from './records.ts'
import { newId, type Customer, type PortalConfiguration, type Product } from './objects.ts'
import { parseRequest, type Parsed, type RequestName } from './requests.ts'
import type { Store } from './state.ts'
import { createPortal, createPrice, createSession } from './creations.ts'
import { expanded, matches, paged } from './listing.ts'

type Call<Name extends RequestName> = { input: Parsed<Name>; params: Record<string, string>; origin: string }
type Route = { method: 'GET' | 'POST' | 'DELETE'; path: string; name: RequestName; answer(call: Call<never>): unknown }

/** The paths of Stripe's API that Printroom calls, answered as Stripe answers them. */
export function registerApi(app: FastifyInstance, store: Store, life: Life): void {
  for (const route of routesOf(store, life))
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) =>
        answer(request, reply, store, (form) => {
          const input = parseRequest(route.name, form)
          const origin = `${request.protocol}://${request.host}`
          const made = route.answer({ input, params: request.params as Record<string, string>, origin } as Call<never>)
          store.save()
          return expanded(store, made, (input as { expand?: string[] }).expand ?? [])
        }),
    })
}

/** One request: its key, its form, its idempotency; a refusal in Stripe's shape. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { state }: Store,
  work: (form: Form) => unknown,
): FastifyReply {
  const requestId = newId('req')
  void reply.headers({ 'request-id': requestId, 'stripe-version': request.headers['stripe-version'] ?? '' })
  try {
    if (!/^Bearer [sr]k_test_\w+$/.test(request.headers.authorization ?? ''))
      throw new StripeRefusal(
        401,
        'invalid_request_error',
        'The sandbox takes any test key: set the Authorization header to "Bearer sk_test_…".',
      )
    const text =
      request.method === 'GET' || request.method === 'DELETE'
        ? (request.url.split('?')[1] ?? '')
        : typeof request.body === 'string'
          ? request.body
          : ''
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    if (typeof key !== 'string') return reply.send(work(parseForm(text)))

    const fingerprint = createHash('sha256').update(`${request.url}\n${text}`).digest('hex')
    const earlier = state.answered[key]
    if (earlier && earlier.fingerprint !== fingerprint)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    if (earlier) return reply.header('idempotent-replayed', 'true').status(earlier.status).send(earlier.body)
    const body = work(parseForm(text))
    state.answered[key] = { fingerprint, status: 200, body: structuredClone(body) }
    return reply.send(body)
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return reply.status(error.status).send(error.toBody())
  }
}

function routesOf(store: Store, life: Life): Route[] {
  const { state } = store
  const route = <Name extends RequestName>(
    method: Route['method'],
    path: string,
    name: Name,
    answerCall: (call: Call<Name>) => unknown,
  ): Route => ({ method, path, name, answer: answerCall as Route['answer'] })
  const customerOf = (id: string): Customer => {
    const customer = state.customers[id]
    if (!customer || customer.deleted) throw missing('customer', id, 'customer')
    return customer
  }
  const get = <Item>(path: string, table: Record<string, Item>, what: string) =>
    route('GET', `${path}/:id`, 'one', ({ params }) => {
      const found = table[params.id ?? '']
      if (!found) throw missing(what, params.id ?? '')
      return found
    })
  const common = () => ({ created: life.now(), livemode: false as const })

  return [
    route('POST', '/v1/customers', 'customerCreate', ({ input }) => {
      const id = newId('cus')
      const customer: Customer = {
        id,
        object: 'customer',
        email: input.email ?? null,
        name: input.name ?? null,
        description: input.description ?? null,
        balance: 0,
        currency: 'usd',
        delinquent: false,
        invoice_prefix: id.slice(-8).toUpperCase(),
        metadata: input.metadata ?? {},
        preferred_locales: [],
        ...common(),
      }
      return (state.customers[id] = customer)
    }),
    route('GET', '/v1/customers/:id', 'one', ({ params }) => {
      const customer = state.customers[params.id ?? '']
      if (!customer) throw missing('customer', params.id ?? '')
      return customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer
    }),
    route(
      'POST',
      '/v1/customers/:id',
      'customerUpdate',
      ({ input: { email, name, description, metadata }, params }) => {
        const given = Object.entries({ email, name, description, metadata }).filter(([, value]) => value !== undefined)
        return Object.assign(customerOf(params.id ?? ''), Object.fromEntries(given))
      },
    ),
    route('DELETE', '/v1/customers/:id', 'one', ({ params }) => {
      const customer = customerOf(params.id ?? '')
      for (const { id } of life.liveOf(customer.id)) life.end(id, 'cancellation_requested')
      Object.assign(customer, { deleted: true, email: null, name: null })
      return { id: customer.id, object: 'customer', deleted: true }
    }),

    route('POST', '/v1/products', 'productCreate', ({ input }) => {
      const id = input.id ?? newId('prod')
      if (state.products[id]) throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' })
      const product: Product = {
        id,
        object: 'product',
        active: true,
        updated: life.now(),
        name: input.name,
        description: input.description ?? null,
        default_price: null,
        images: [],
        marketing_features: [],
        metadata: input.metadata ?? {},
        type: 'service',
        ...common(),
      }
      return (state.products[id] = product)
    }),
    get('/v1/products', state.products, 'product'),
    route('GET', '/v1/products', 'productList', ({ input }) =>
      paged(
        '/v1/products',
        Object.values(state.products).filter(({ id }) => !input.ids || input.ids.includes(id)),
        input,
      ),
    ),
    route('POST', '/v1/prices', 'priceCreate', ({ input }) => createPrice(store, input, life.now())),
    get('/v1/prices', state.prices, 'price'),
    route('GET', '/v1/prices', 'priceList', ({ input }) =>
      paged(
        '/v1/prices',
        Object.values(state.prices).filter(
          (price) =>
            (!input.lookup_keys || input.lookup_keys.includes(price.lookup_key ?? '')) &&
            (input.active === undefined || price.active === input.active) &&
            (!input.product || price.product === input.product),
        ),
        input,
      ),
    ),

    route('POST', '/v1/checkout/sessions', 'sessionCreate', ({ input, origin }) =>
      publicSession(createSession(store, input, origin, life.now(), customerOf)),
    ),
    route('GET', '/v1/checkout/sessions/:id', 'one', ({ params }) => publicSession(sessionOf(state, params.id ?? ''))),
    route('POST', '/v1/checkout/sessions/:id/expire', 'one', ({ params }) =>
      publicSession(life.expireSession(params.id ?? '')),
    ),
    route('GET', '/v1/checkout/sessions', 'sessionList', ({ input }) =>
      paged(
        '/v1/checkout/sessions',
        Object.values(state.sessions)
          .filter((session) => matches(session, input, ['customer', 'status', 'subscription', 'payment_intent']))
          .map(publicSession),
        input,
      ),
    ),

    route('POST', '/v1/billing_portal/configurations', 'portalConfigurationCreate', ({ input }) => {
      const id = newId('bpc')
      const isFirst = Object.keys(state.portalConfigurations).length === 0
      const configuration: PortalConfiguration = {
        id,
        object: 'billing_portal.configuration',
        active: true,
        updated: life.now(),
        is_default: isFirst,
        default_return_url: input.default_return_url ?? null,
        business_profile: input.business_profile ?? {},
        features: input.features,
        metadata: input.metadata ?? {},
        ...common(),
      }
      return (state.portalConfigurations[id] = configuration)
    }),
    route('GET', '/v1/billing_portal/configurations', 'portalConfigurationList', ({ input }) =>
      paged('/v1/billing_portal/configurations', Object.values(state.portalConfigurations), input),
    ),
    route('POST', '/v1/billing_portal/sessions', 'portalCreate', ({ input, origin }) =>
      createPortal(store, input, origin, life.now(), customerOf),
    ),

    get('/v1/subscriptions', state.subscriptions, 'subscription'),
    route('GET', '/v1/subscriptions', 'subscriptionList', ({ input }) =>
      paged(
        '/v1/subscriptions',
        Object.values(state.subscriptions).filter(
          (each) =>
            matches(each, input, ['customer']) &&
            (input.status === 'all' || (input.status ? each.status === input.status : each.status !== 'canceled')),
        ),
        input,
      ),
    ),
    route('POST', '/v1/subscriptions/:id', 'subscriptionUpdate', ({ input, params }) => {
      const id = params.id ?? ''
      const [item] = input.items ?? []
      if (item) life.changePlan(id, item.price)
      if (input.cancel_at_period_end !== undefined)
        life.setEnding(id, input.cancel_at_period_end, input.cancellation_details?.comment)
      return Object.assign(subscriptionOf(state, id), input.metadata ? { metadata: input.metadata } : {})
    }),
    route('DELETE', '/v1/subscriptions/:id', 'subscriptionCancel', ({ input, params }) =>
      life.end(params.id ?? '', 'cancellation_requested', input.cancellation_details?.comment),
    ),

    get('/v1/invoices', state.invoices, 'invoice'),
    route('GET', '/v1/invoices', 'invoiceList', ({ input }) =>
      paged(
        '/v1/invoices',
        Object.values(state.invoices).filter(
          (each) =>
            matches(each, input, ['customer', 'status']) &&
            (!input.subscription || each.parent.subscription_details.subscription === input.subscription),
        ),
        input,
      ),
    ),
    get('/v1/payment_intents', state.intents, 'payment_intent'),
    route('GET', '/v1/payment_intents', 'intentList', ({ input }) =>
      paged(
        '/v1/payment_intents',
        Object.values(state.intents).filter((each) => matches(each, input, ['customer'])),
        input,
      ),
    ),
    get('/v1/charges', state.charges, 'charge'),
    route('POST', '/v1/refunds', 'refundCreate', ({ input }) =>
      life.refund(
        input.payment_intent ?? state.charges[input.charge ?? '']?.payment_intent ?? '',
        input.amount,
        input.reason ?? null,
      ),
    ),
    route('GET', '/v1/refunds', 'refundList', ({ input }) =>
      paged(
        '/v1/refunds',
        Object.values(state.refunds).filter((each) => matches(each, input, ['payment_intent', 'charge'])),
        input,
      ),
    ),
    route('GET', '/v1/disputes', 'disputeList', ({ input }) =>
      paged(
        '/v1/disputes',
        Object.values(state.disputes).filter((each) => matches(each, input, ['payment_intent', 'charge'])),
        input,
      ),
    ),
    get('/v1/events', state.events, 'event'),
    route('GET', '/v1/events', 'eventList', ({ input }) =>
      paged(
        '/v1/events',
        Object.values(state.events).filter(
          (each) => matches(each, input, ['type']) && (!input.types || input.types.includes(each.type)),
        ),
        input,
      ),
    ),
  ]
}
