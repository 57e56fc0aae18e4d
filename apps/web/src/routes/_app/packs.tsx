import { createFileRoute } from '@tanstack/react-router'
import { PacksPage } from '~/features/packs/packs-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/packs')({ head: pageTitle('Listing Packs'), component: PacksPage })
