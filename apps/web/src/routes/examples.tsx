import { createFileRoute } from '@tanstack/react-router'
import { ExamplesPage } from '~/features/examples/examples-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/examples')({ head: pageTitle('Examples'), component: ExamplesPage })
