import { useEffect, useState } from 'react'
import { Search, X } from 'lucide-react'
import { SEARCH_MAX_CHARS } from '@printroom/contract/limits'
import { Button } from '~/components/button.tsx'
import { Input } from '~/components/input.tsx'

/** Whoever types has paused for this long. */
const PAUSE_MS = 250

/** Searches when the person pauses, or at Enter. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // Another hand changed it: the way back, or the press that clears.
    if (value !== text.trim()) setText(value)
  }
  const typed = text.trim()
  useEffect(() => {
    if (typed === value) return
    const pausing = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(pausing)
  }, [typed, value, onChange])
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-64"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-pencil"
      />
      <Input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="Search mockups"
        placeholder="Design, product, color or scene"
        maxLength={SEARCH_MAX_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-9 pr-9 pl-9"
      />
      {text && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Clear search"
          className="absolute top-0.5 right-0.5"
          onClick={() => {
            setText('')
            onChange('')
          }}
        >
          <X />
        </Button>
      )}
    </form>
  )
}
