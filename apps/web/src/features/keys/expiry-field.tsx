import { useId, useState } from 'react'
import { Input, Label } from '~/components/input.tsx'
import { Select } from '~/components/select.tsx'
import { inDays } from '~/features/keys/key-words.ts'
import { formatDate } from '~/lib/format.ts'

const SPANS = [
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
] as const

type Props = { value: string | null; kept: string | null; onChange: (expiresAt: string | null) => void }

/** When a key ends: never, after a while, or at the end of a day. `kept` is what a key has already. */
export function ExpiryField({ value, kept, onChange }: Props) {
  const id = useId()
  const [today] = useState(() => dayOf(new Date()))
  const [choice, setChoice] = useState(kept ? 'kept' : value === null ? 'never' : '90')
  function choose(next: string): void {
    setChoice(next)
    if (next === 'never') onChange(null)
    else if (next === 'kept') onChange(kept)
    else if (next !== 'day') onChange(inDays(Number(next)))
  }
  return (
    <div className="grid gap-3">
      <Select label="Expires" isLabelled value={choice} onChange={choose}>
        {kept && <option value="kept">{formatDate(kept)}, as it is</option>}
        {SPANS.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
        <option value="day">On a day</option>
        <option value="never">Never</option>
      </Select>
      {choice === 'day' && (
        <div>
          <Label htmlFor={id} className="text-[13px]">
            Last day
          </Label>
          <Input
            id={id}
            type="date"
            required
            min={today}
            onChange={({ target }) => {
              const end = new Date(`${target.value}T23:59:59`)
              if (!Number.isNaN(end.getTime())) onChange(end.toISOString())
            }}
          />
        </div>
      )}
    </div>
  )
}

/** A day as a date field has it, where the person is. */
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
