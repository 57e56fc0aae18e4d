import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { cn } from '~/lib/cn.ts'

type Group = { name: string; value: string | null; onChange: (value: string) => void }

const GroupContext = createContext<Group>({ name: '', value: null, onChange: () => {} })

type ChoiceGroupProps = {
  label: string
  value: string | null
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** One of several; arrow keys move the choice. */
export function ChoiceGroup({ label, value, onChange, className, children }: ChoiceGroupProps) {
  const name = useId()
  const group = useMemo(() => ({ name, value, onChange }), [name, value, onChange])
  return (
    <div role="radiogroup" aria-label={label} className={cn('grid gap-3', className)}>
      <GroupContext value={group}>{children}</GroupContext>
    </div>
  )
}

type ChoiceCardProps = {
  value: string
  label?: string
  isDisabled?: boolean
  /** Somebody's pointer or focus has come to it. */
  onReach?: () => void
  className?: string
  children: ReactNode
}

const CARD =
  'relative flex flex-col justify-start rounded-lg border bg-sheet p-3 text-left transition-[border-color,box-shadow,background-color] duration-150 hover:border-edge has-checked:border-cyan has-checked:shadow-[inset_0_0_0_1px_var(--cyan)] has-disabled:opacity-60'
/** The browser's own, over the whole card: a key counts in the moment it is pressed, also while the page is busy. */
const CONTROL = 'absolute -inset-px z-10 appearance-none rounded-[inherit] not-disabled:cursor-pointer'

type CheckCardProps = {
  isChecked: boolean
  onToggle: () => void
  label?: string
  className?: string
  children: ReactNode
}

/** One of several that may all be chosen. `label` is its name where the card's words are not. */
export const CheckCard = ({ isChecked, onToggle, label, className, children }: CheckCardProps) => (
  <label className={cn(CARD, 'group', className)}>
    <input type="checkbox" checked={isChecked} onChange={onToggle} aria-label={label} className={CONTROL} />
    {children}
    <span className="absolute top-3 right-3 hidden size-6 place-items-center rounded-full bg-cyan text-on-cyan group-has-checked:grid">
      <Check aria-hidden="true" className="size-4" />
    </span>
  </label>
)

/** A radio button as large as its card. `label` is its name where the card's words are not. */
export function ChoiceCard({ value, label, isDisabled, onReach, className, children }: ChoiceCardProps) {
  const group = use(GroupContext)
  return (
    <label className={cn(CARD, className)}>
      <input
        type="radio"
        name={group.name}
        value={value}
        checked={group.value === value}
        onChange={() => group.onChange(value)}
        onPointerEnter={onReach}
        onFocus={onReach}
        disabled={isDisabled}
        aria-label={label}
        className={CONTROL}
      />
      {children}
    </label>
  )
}
