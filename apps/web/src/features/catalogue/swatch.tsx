import { cn } from '~/lib/cn.ts'

export function Swatch({ hex, className }: { hex: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: hex }}
      className={cn(
        'inline-block size-3.5 shrink-0 rounded-full shadow-[inset_0_0_0_1px_var(--swatch-edge)]',
        className,
      )}
    />
  )
}
