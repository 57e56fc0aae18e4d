import type { ReactNode } from 'react'

export function StepSection({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-[15px] font-semibold">{title}</h3>
      {note && <p className="text-sm text-pencil">{note}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
