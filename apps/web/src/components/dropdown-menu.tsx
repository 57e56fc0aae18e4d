import type { ComponentProps } from 'react'
import { DropdownMenu as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

/** Not modal: the page behind a menu stays what it is to a screen reader. */
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const DropdownMenuTrigger = Radix.Trigger

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className={cn('z-50 min-w-44 rounded-lg border bg-sheet p-1 shadow-lift data-[state=open]:animate-fade-in', className)}
        {...props}
      />
    </Radix.Portal>
  )
}

type ItemProps = ComponentProps<typeof Radix.Item> & { isDestructive?: boolean }

export function DropdownMenuItem({ className, isDestructive = false, ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cn(
        'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-shade [&_svg]:size-4 [&_svg]:text-pencil',
        isDestructive && 'text-alarm [&_svg]:text-alarm',
        className,
      )}
      {...props}
    />
  )
}

export const DropdownMenuSeparator = () => <Radix.Separator className="my-1 h-px bg-hairline" />
