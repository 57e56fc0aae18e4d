import { Monitor } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { toggleTheme, useTheme } from '~/lib/theme.ts'

export function PreferencesCard() {
  const theme = useTheme()
  return (
    <Card>
      <CardTitle>Preferences</CardTitle>
      <div className="mt-4 flex items-center justify-between gap-4">
        <div>
          <p className="text-sm font-medium">Theme</p>
          <p className="text-[13px] text-pencil">{theme === 'dark' ? 'Dark, the darkroom' : 'Light, the paper'}</p>
        </div>
        <Button variant="secondary" size="sm" onClick={toggleTheme}>
          <Monitor /> {theme === 'dark' ? 'Use light' : 'Use dark'}
        </Button>
      </div>
    </Card>
  )
}
