import { Moon, Sun } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { toggleTheme, useTheme } from '~/lib/theme.ts'

export function ThemeToggle() {
  const theme = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Button variant="ghost" size="icon" aria-label={label} onClick={toggleTheme}>
      {/* Both, so that the prerendered page shows the right one. */}
      <Sun className="not-dark:hidden" />
      <Moon className="dark:hidden" />
    </Button>
  )
}
