import { Link } from '@tanstack/react-router'
import { Camera, Images, Layers, LayoutDashboard, Shapes, UserRound, WandSparkles } from 'lucide-react'
import { useSidebar } from '~/components/sidebar.tsx'
import { Tooltip } from '~/components/tooltip.tsx'
import { Inks, Wordmark } from '~/components/wordmark.tsx'
import { cn } from '~/lib/cn.ts'

const ENTRIES = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/designs', label: 'Designs', icon: Shapes },
  { to: '/scenes', label: 'My Scenes', icon: Camera },
  { to: '/generate', label: 'Generate', icon: WandSparkles },
  { to: '/batches', label: 'Batches', icon: Layers },
  { to: '/mockups', label: 'My Mockups', icon: Images },
  { to: '/account', label: 'Account', icon: UserRound },
] as const

export function AppNav() {
  const { isCollapsed, close } = useSidebar()
  return (
    <>
      <Link
        to="/dashboard"
        onClick={close}
        aria-label="Printroom, to the dashboard"
        className={cn('flex h-14 items-center border-b', isCollapsed ? 'justify-center' : 'px-4')}
      >
        {isCollapsed ? <Inks /> : <Wordmark />}
      </Link>
      <nav aria-label="Main" className={cn('flex flex-col gap-0.5', isCollapsed ? 'p-1.5' : 'p-2.5')}>
        {ENTRIES.map(({ to, label, icon: Icon }) => (
          <Tooltip key={to} label={label} isDisabled={!isCollapsed}>
            <Link
              to={to}
              onClick={close}
              aria-label={isCollapsed ? label : undefined}
              activeProps={{ className: 'bg-shade text-ink font-medium [&_svg]:text-cyan' }}
              inactiveProps={{ className: 'text-pencil hover:bg-shade/60 hover:text-ink' }}
              className={cn(
                'flex h-9 items-center gap-3 rounded-md text-sm whitespace-nowrap transition-colors duration-150',
                isCollapsed ? 'justify-center' : 'px-2.5 max-md:h-11',
              )}
            >
              <Icon aria-hidden="true" className="size-[18px] shrink-0" />
              {!isCollapsed && label}
            </Link>
          </Tooltip>
        ))}
      </nav>
    </>
  )
}
