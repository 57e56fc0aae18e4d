import { FORMATS, type Format, PRESETS, type Preset, type Shape, formatRefusal } from '@printroom/contract/presets'
import { Select } from '~/components/select.tsx'
import { setExportOptions, useExportOptions } from '~/features/mockups/export-options.ts'
import { cn } from '~/lib/cn.ts'

/** What stands around the product, where that is not the scene. */
const GROUND: Partial<Record<Shape['crop'], string>> = { white: ', white', cutout: ', transparent' }

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
      <Select label="Made for" value={preset} onChange={(value) => setExportOptions({ preset: value as Preset })}>
        {Object.entries(PRESETS).map(([name, { label, width, height, crop }]) => (
          <option key={name} value={name} disabled={Boolean(refusalOf?.(name as Preset))}>
            {`${label} ${width} × ${height}${GROUND[crop] ?? ''}`}
          </option>
        ))}
      </Select>
      <Select
        label="File format"
        className="shrink-0"
        value={format}
        onChange={(value) => setExportOptions({ format: value as Format })}
      >
        {Object.entries(FORMATS).map(([name, { label }]) => (
          <option key={name} value={name} disabled={formatRefusal(preset, name as Format) !== null}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
