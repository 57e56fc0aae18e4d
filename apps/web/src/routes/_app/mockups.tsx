import { createFileRoute } from '@tanstack/react-router'
import { type Filters, readFilters } from '~/features/mockups/filters.ts'
import { MockupsPage } from '~/features/mockups/mockups-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

type MockupsQuery = Filters & { mockup?: string }

export const Route = createFileRoute('/_app/mockups')({
  head: pageTitle('My Mockups'),
  validateSearch: (search: Record<string, unknown>): MockupsQuery => ({
    ...readFilters(search),
    ...(typeof search.mockup === 'string' && { mockup: search.mockup }),
  }),
  component: MockupsPage,
})
