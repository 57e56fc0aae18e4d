import { Link } from '@tanstack/react-router'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { useSession } from '~/lib/session.ts'

const YEAR = new Date().getFullYear()
const LINK = 'rounded-sm hover:text-ink'

export function SiteFooter() {
  const isSignedIn = useSession().status === 'present'
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center justify-between gap-4 px-4 py-8 text-sm text-pencil sm:px-6">
        {/* Prerendered in the year of the build. */}
        <p suppressHydrationWarning>
          © {YEAR} {PRODUCT_NAME}. Your designs stay yours.
        </p>
        <nav aria-label="Footer" className="flex gap-6">
          <Link to="/pricing" className={LINK}>
            Pricing
          </Link>
          {/* A page of the server's, not of this app. */}
          <a href="/docs/api" className={LINK}>
            API
          </a>
          {isSignedIn ? (
            <Link to="/dashboard" className={LINK}>
              Dashboard
            </Link>
          ) : (
            <>
              <Link to="/login" className={LINK}>
                Login
              </Link>
              <Link to="/register" className={LINK}>
                Sign Up
              </Link>
            </>
          )}
        </nav>
      </div>
    </footer>
  )
}
