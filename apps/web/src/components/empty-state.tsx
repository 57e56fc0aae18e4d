import type { ReactNode } from 'react'

type EmptyStateProps = { picture?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }

/** Shows the thing to come, dimmed, and one button. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-xl border border-dashed px-6 py-14 text-center">
      {picture && <div className="mb-6 grid w-full justify-items-center opacity-70">{picture}</div>}
      <h2 className="font-display text-xl font-medium">{title}</h2>
      {children && <p className="mt-1.5 max-w-[46ch] text-pencil">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
