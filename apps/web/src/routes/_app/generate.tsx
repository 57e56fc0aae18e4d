import { createFileRoute } from '@tanstack/react-router'
import { GeneratePage } from '~/features/generate/generate-page.tsx'
import { readQuery } from '~/features/generate/read-query.ts'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/generate')({
  head: pageTitle('Generate'),
  validateSearch: readQuery,
  component: GeneratePage,
})
