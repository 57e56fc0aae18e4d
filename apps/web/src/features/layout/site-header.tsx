import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Wordmark } from '~/components/wordmark.tsx'
import { ThemeToggle } from '~/features/layout/theme-toggle.tsx'

/** The public pages' header. */
export const SiteHeader = ({ children }: { children: ReactNode }) => (
  <header className="sticky top-0 z-30 border-b border-transparent bg-paper">
    <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-1.5 px-4 sm:gap-2 sm:px-6">
      <Link to="/" aria-label="Printroom, to the home page" className="rounded-md">
        <Wordmark className="max-[400px]:text-base" />
      </Link>
      <div className="flex-1" />
      <ThemeToggle />
      {children}
    </div>
  </header>
)
