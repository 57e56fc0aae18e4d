import type { ComponentProps } from 'react'
import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-cyan text-on-cyan shadow-sheet hover:bg-cyan-deep',
        secondary: 'border border-hairline bg-sheet text-ink shadow-sheet hover:bg-shade',
        ghost: 'text-ink hover:bg-shade',
        destructive: 'bg-alarm text-on-alarm shadow-sheet hover:opacity-90',
        link: 'text-cyan underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3 text-[13px]',
        md: 'h-10 px-4 text-sm',
        lg: 'h-12 px-6 text-base',
        icon: 'size-9',
        'icon-sm': 'size-8',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    asChild?: boolean
    /** Disabled to see and to hear, and yet whoever presses it is told why. */
    isRefused?: boolean
  }

export function Button({ className, variant, size, asChild = false, isRefused, type, ...props }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), isRefused && 'aria-disabled:pointer-events-auto', className)
  if (asChild) return <Slot.Root className={classes} {...props} />
  return <button type={type ?? 'button'} aria-disabled={isRefused} className={classes} {...props} />
}
