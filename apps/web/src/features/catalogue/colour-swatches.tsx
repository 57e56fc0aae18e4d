import { memo, useRef, type KeyboardEvent } from 'react'
import { Check } from 'lucide-react'
import type { Colour } from '@printroom/contract/colours'
import { isLight } from '~/features/catalogue/is-light.ts'
import { cn } from '~/lib/cn.ts'

type ColourSwatchesProps = {
  colours: readonly Colour[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  isMultiple: boolean
}

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** One tab stop; the arrows walk from swatch to swatch, Space and Enter choose. */
export const ColourSwatches = memo(function ColourSwatches({
  colours,
  chosen,
  onToggle,
  isMultiple,
}: ColourSwatchesProps) {
  const grid = useRef<HTMLDivElement>(null)
  const first = Math.max(
    0,
    colours.findIndex(({ value }) => chosen.includes(value)),
  )

  function walk(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const swatches = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = swatches.findIndex((swatch) => swatch === document.activeElement)
    if (!step || at < 0) return
    event.preventDefault()
    swatches[(at + step + swatches.length) % swatches.length]?.focus()
  }

  return (
    <div
      ref={grid}
      role={isMultiple ? 'group' : 'radiogroup'}
      aria-label="Color"
      className="grid grid-cols-[repeat(auto-fill,minmax(82px,1fr))] gap-1"
    >
      {colours.map(({ value, label, hex, isHeather }, at) => {
        const isChosen = chosen.includes(value)
        return (
          <button
            key={value}
            type="button"
            role={isMultiple ? 'checkbox' : 'radio'}
            aria-checked={isChosen}
            tabIndex={at === first ? 0 : -1}
            title={label}
            data-colour={value}
            onClick={() => onToggle(value)}
            onKeyDown={walk}
            className={cn(
              'flex flex-col items-center gap-1.5 rounded-md px-1 py-2 hover:bg-shade',
              isChosen && 'bg-cyan-wash',
            )}
          >
            <span
              className={cn(
                'grid size-9 place-items-center rounded-full shadow-[inset_0_0_0_1px_var(--swatch-edge)]',
                isHeather && 'bg-[image:repeating-linear-gradient(100deg,#fff3_0_1px,#0000_1px_3px,#0002_3px_4px)]',
                isChosen && 'outline-2 outline-offset-2 outline-cyan',
              )}
              style={{ backgroundColor: hex }}
            >
              {isChosen && (
                <Check aria-hidden="true" className={cn('size-4', isLight(hex) ? 'text-black' : 'text-white')} />
              )}
            </span>
            <span className="line-clamp-2 min-h-[2lh] w-full text-center text-[11px] leading-[1.25] text-ink">
              {label}
            </span>
          </button>
        )
      })}
    </div>
  )
})
