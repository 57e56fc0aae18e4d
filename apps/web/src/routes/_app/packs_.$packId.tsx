import { createFileRoute } from '@tanstack/react-router'
import { PackPage } from '~/features/packs/pack-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

type PackQuery = { from?: string }

export const Route = createFileRoute('/_app/packs_/$packId')({
  head: pageTitle('Listing Pack'),
  validateSearch: (search: Record<string, unknown>): PackQuery =>
    typeof search.from === 'string' ? { from: search.from } : {},
  component: PackPage,
})
