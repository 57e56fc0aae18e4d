import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '~/features/auth/register-page.tsx'
import { pageTitle } from '~/lib/page-title.ts'

export const Route = createFileRoute('/_auth/register')({
  head: pageTitle('Create your account'),
  component: RegisterPage,
})
