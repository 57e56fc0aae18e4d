import { useId, type ReactNode } from 'react'
import { Card, CardNote, CardTitle } from '~/components/card.tsx'

type PlanSectionProps = { title: string; note: string; action?: ReactNode; children: ReactNode }

/** A part of the plan under its heading. */
export function PlanSection({ title, note, action, children }: PlanSectionProps) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <CardTitle id={id}>{title}</CardTitle>
          <CardNote>{note}</CardNote>
        </div>
        {action}
      </div>
      <div className="mt-5">{children}</div>
    </Card>
  )
}
