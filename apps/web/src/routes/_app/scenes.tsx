import { createFileRoute } from '@tanstack/react-router'
import { ScenesPage } from '~/features/scenes/scenes-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/scenes')({ head: pageTitle('My Scenes'), component: ScenesPage })
