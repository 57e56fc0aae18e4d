import { createFileRoute } from '@tanstack/react-router'
import { ScenePage } from '~/features/scenes/scene-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_app/scenes_/$sceneId')({ head: pageTitle('Scene'), component: ScenePage })
