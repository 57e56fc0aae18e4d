import { createFileRoute } from '@tanstack/react-router'
import { SharedPage } from '~/features/shares/shared-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/s/$token')({ head: pageTitle('Shared mockups'), component: SharedPage })
