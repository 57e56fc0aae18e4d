import { createFileRoute } from '@tanstack/react-router'
import { BatchesPage } from '~/features/batches/batches-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/batches')({ head: pageTitle('Batches'), component: BatchesPage })
