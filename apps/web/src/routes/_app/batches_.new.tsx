import { createFileRoute } from '@tanstack/react-router'
import { NewBatchPage } from '~/features/batches/new-batch-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/batches_/new')({ head: pageTitle('New Batch'), component: NewBatchPage })
