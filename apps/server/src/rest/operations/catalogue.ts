import { offersOf, offersResponse, offersSchema } from '@printroom/contract/offers'
import { SHOT } from '../examples.ts'
import { json, open, query, type Route } from '../route.ts'

export const CATALOGUE_ROUTES: readonly Route[] = [
  open(
    json(
      'GET',
      '/api/products',
      (caller) => caller.catalogue.offers,
      offersResponse,
      {
        id: 'listProducts',
        tag: 'Mockups',
        summary: 'What can be made',
        description: 'Every product in the words of an order. With `product`, its colours too.',
        query: offersSchema.unwrap(),
        example: { query: `?product=${SHOT.product}`, 200: offersOf({ product: SHOT.product }) },
      },
      query,
    ),
  ),
]
