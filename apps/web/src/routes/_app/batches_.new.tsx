import { createFileRoute } from '@tanstack/react-router'
import { NewBatchPage } from '~/features/batches/new-batch-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

type NewBatchQuery = { pack?: string }

export const Route = createFileRoute('/_app/batches_/new')({
  head: pageTitle('New Batch'),
  validateSearch: (search: Record<string, unknown>): NewBatchQuery =>
    typeof search.pack === 'string' ? { pack: search.pack } : {},
  component: NewBatchPage,
})
