import { createFileRoute } from '@tanstack/react-router'
import { BatchPage } from '~/features/batches/batch-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/batches_/$batchId')({ head: pageTitle('Batch'), component: BatchPage })
