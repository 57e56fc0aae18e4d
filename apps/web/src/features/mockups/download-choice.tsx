import { type ReactNode, useId } from 'react'
import { ChevronDown } from 'lucide-react'
import { FORMATS, type Format, PRESETS, type Preset } from '@printroom/contract/presets'
import { setExportOptions, useExportOptions } from '~/features/mockups/export-options.ts'
import { cn } from '~/lib/cn.ts'

/** For which shop, and as what file, pictures are saved; remembered for the next one. */
export function DownloadChoice({
  refusalOf,
  className,
}: {
  refusalOf?: (preset: Preset) => string | null
  className?: string
}) {
  const { preset, format } = useExportOptions()
  return (
    <div className={cn('flex max-w-full items-center gap-2', className)}>
      <Choice label="Made for" value={preset} onChange={(value) => setExportOptions({ preset: value as Preset })}>
        {Object.entries(PRESETS).map(([name, { label, width, height, crop }]) => (
          <option key={name} value={name} disabled={Boolean(refusalOf?.(name as Preset))}>
            {`${label} ${width} × ${height}${crop === 'white' ? ', white' : ''}`}
          </option>
        ))}
      </Choice>
      <Choice label="File format" value={format} onChange={(value) => setExportOptions({ format: value as Format })}>
        {Object.entries(FORMATS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Choice>
    </div>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; children: ReactNode }

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <span className="relative min-w-0 last:shrink-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full cursor-pointer appearance-none truncate rounded-md border border-edge bg-sheet pr-8 pl-3 text-base text-ink transition-colors duration-150 hover:border-pencil sm:h-8 sm:text-[13px]"
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-pencil"
      />
    </span>
  )
}
