import { createFileRoute } from '@tanstack/react-router'
import { TryPage } from '~/features/trial/try-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/try')({ head: pageTitle('Try your design'), component: TryPage })
