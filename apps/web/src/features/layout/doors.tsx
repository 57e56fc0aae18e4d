import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { useSession } from '~/lib/session.ts'

/** The header's ways in. Both are drawn, so that the prerendered page shows the right one. */
export const Doors = ({ signUp = 'Sign Up Free' }: { signUp?: string }) => (
  <>
    <span data-for="member" className="contents">
      <Name />
      <Button asChild size="sm">
        <Link to="/dashboard">Dashboard</Link>
      </Button>
    </span>
    <span data-for="visitor" className="contents">
      <Button asChild variant="ghost" size="sm">
        <Link to="/login">Login</Link>
      </Button>
      <Button asChild size="sm">
        <Link to="/register">{signUp}</Link>
      </Button>
    </span>
  </>
)

/** Who is signed in, where there is room to say it. */
function Name() {
  const { user } = useSession()
  return user && <span className="max-w-56 truncate text-sm text-pencil max-sm:hidden">{user.email}</span>
}
