import type { ComponentProps } from 'react'
import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '~/lib/cn.ts'

const badgeVariants = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap tabular-nums [&_svg]:size-3.5',
  {
    variants: {
      variant: {
        secondary: 'bg-shade text-ink',
        outline: 'border bg-sheet text-ink',
        accent: 'bg-cyan-wash text-cyan-deep',
        destructive: 'bg-alarm text-on-alarm',
        green: 'bg-green-wash text-green',
        yellow: 'bg-amber-wash text-amber',
        red: 'bg-alarm-wash text-alarm',
        grey: 'bg-shade text-pencil',
      },
    },
    defaultVariants: { variant: 'secondary' },
  },
)

export type BadgeVariant = NonNullable<VariantProps<typeof badgeVariants>['variant']>

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>

export function Badge({ className, variant, ...props }: BadgeProps) {
  return <span data-variant={variant ?? 'secondary'} className={cn(badgeVariants({ variant }), className)} {...props} />
}
