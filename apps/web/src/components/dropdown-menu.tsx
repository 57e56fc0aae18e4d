import { useRef, type ComponentProps, type FocusEvent } from 'react'
import { DropdownMenu as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

/** Not modal: the page behind a menu stays what it is to a screen reader. */
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const DropdownMenuTrigger = Radix.Trigger

type ContentProps = ComponentProps<typeof Radix.Content> & {
  /** Begin at the first item, as a menu does that the keyboard opens: one that is made late has not seen the key. */
  startsAtItem?: boolean
}

export function DropdownMenuContent({ className, startsAtItem = false, ...props }: ContentProps) {
  const isEntered = useRef(!startsAtItem)
  function enter({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (isEntered.current || target !== currentTarget) return
    isEntered.current = true
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus()
  }
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        onFocus={enter}
        className={cn(
          'z-50 min-w-44 rounded-lg border bg-sheet p-1 shadow-lift data-[state=open]:animate-fade-in',
          className,
        )}
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
