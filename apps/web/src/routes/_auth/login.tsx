import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '~/features/auth/login-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_auth/login')({ head: pageTitle('Sign in'), component: LoginPage })
