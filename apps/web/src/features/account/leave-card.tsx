import { Suspense, lazy, useState } from 'react'
import { Download, Trash2 } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'

// Loaded when it is first opened.
const DeleteAccountDialog = lazy(() => import('~/features/account/delete-account-dialog.tsx'))

/** A person's data: to take along, and to have deleted. */
export function LeaveCard() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card>
      <CardTitle>Your Data</CardTitle>
      <CardNote>
        Everything we hold of you: your record as JSON, your designs and mockups as files, in one zip.
      </CardNote>
      <Button asChild variant="secondary" className="mt-4">
        <a href="/api/account/export" download>
          <Download /> Export
        </a>
      </Button>
      <CardNote className="mt-5">Deleting the account cannot be undone.</CardNote>
      <Button variant="ghost" className="mt-2 -ml-2 text-alarm" onClick={() => setAsking(true)}>
        <Trash2 /> Delete account
      </Button>
      <Suspense>{isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
