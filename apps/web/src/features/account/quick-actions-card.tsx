import { Link } from '@tanstack/react-router'
import { ChevronRight, CreditCard, Images, Shapes, WandSparkles } from 'lucide-react'
import { Card, CardTitle } from '~/components/card.tsx'

const ACTIONS = [
  { to: '/pricing', label: 'Plans and credits', icon: CreditCard },
  { to: '/designs', label: 'Designs', icon: Shapes },
  { to: '/mockups', label: 'My Mockups', icon: Images },
  { to: '/generate', label: 'Generate', icon: WandSparkles },
] as const

export const QuickActionsCard = () => (
  <Card>
    <CardTitle>Quick Actions</CardTitle>
    <ul className="-mx-2 mt-3 -mb-2">
      {ACTIONS.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className="flex h-10 items-center gap-3 rounded-md px-2 text-sm font-medium hover:bg-shade">
            <Icon aria-hidden="true" className="size-4 text-pencil" />
            <span className="flex-1">{label}</span>
            <ChevronRight aria-hidden="true" className="size-4 text-pencil" />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
