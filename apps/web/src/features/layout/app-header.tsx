import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { LOW_CREDITS_BELOW } from '@printroom/contract/limits'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { SidebarToggle } from '~/components/sidebar.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { ThemeToggle } from '~/features/layout/theme-toggle.tsx'
import { useLogout } from '~/features/auth/use-logout.ts'
import { formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

export function AppHeader() {
  const logout = useLogout()
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-1.5 border-b bg-paper px-2 sm:gap-2 sm:px-4">
      <SidebarToggle />
      <div className="flex-1" />
      <CreditsBadge />
      <Button asChild size="sm" className="max-sm:px-2.5">
        <Link to="/pricing">Buy Credits</Link>
      </Button>
      <ThemeToggle />
      <Button
        variant="ghost"
        size="sm"
        className="max-sm:w-9 max-sm:px-0"
        disabled={logout.isPending}
        onClick={logout.signOut}
      >
        <LogOut aria-hidden="true" />
        <span className="max-sm:sr-only">Logout</span>
      </Button>
    </header>
  )
}

function CreditsBadge() {
  const { data: user } = trpc.user.get.useQuery()
  if (!user) return <Skeleton className="h-6 w-20 rounded-full" />
  return (
    <Badge
      variant={user.credits < LOW_CREDITS_BELOW ? 'destructive' : 'secondary'}
      className="py-1"
      data-testid="credits"
    >
      {formatNumber(user.credits)} {user.credits === 1 ? 'credit' : 'credits'}
    </Badge>
  )
}
