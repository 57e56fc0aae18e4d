import { createFileRoute } from '@tanstack/react-router'
import { RequestsPage } from '~/features/keys/requests-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

type RequestsQuery = { key?: string; failed?: true }

export const Route = createFileRoute('/_app/account_/requests')({
  head: pageTitle('API Requests'),
  validateSearch: ({ key, failed }: Record<string, unknown>): RequestsQuery => ({
    ...(typeof key === 'string' && key !== '' && { key }),
    ...(failed === true && { failed }),
  }),
  component: RequestsPage,
})
