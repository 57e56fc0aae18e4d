import { LogOut } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'
import { useLogout } from '~/features/auth/use-logout.ts'

export function DangerCard() {
  const { signOut, isPending } = useLogout()
  return (
    <Card className="border-alarm/40">
      <CardTitle>Danger Zone</CardTitle>
      <CardNote>Ends your session in this browser. Nothing you made is lost.</CardNote>
      <Button variant="destructive" disabled={isPending} onClick={signOut} className="mt-4">
        <LogOut /> Sign Out
      </Button>
    </Card>
  )
}
