import type { ReactNode } from 'react'
import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '~/lib/cn.ts'

const alertVariants = cva(
  'flex gap-3 rounded-lg border px-4 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
  {
    variants: {
      variant: {
        info: 'border-transparent bg-cyan-wash text-ink [&>svg]:text-cyan-deep',
        warning: 'border-transparent bg-amber-wash text-ink [&>svg]:text-amber',
        destructive: 'border-transparent bg-alarm-wash text-ink [&>svg]:text-alarm',
      },
    },
    defaultVariants: { variant: 'info' },
  },
)

type AlertProps = VariantProps<typeof alertVariants> & {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}

export function Alert({ variant, icon, title, children, action, className }: AlertProps) {
  return (
    <div role={variant === 'destructive' ? 'alert' : 'status'} className={cn(alertVariants({ variant }), className)}>
      {icon}
      {/* The action goes below where the text would have less than its basis beside it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="font-medium">{title}</p>
          {children && <div className="mt-0.5 text-pencil">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
