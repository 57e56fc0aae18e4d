import { useId, useState, type KeyboardEvent } from 'react'
import { RotateCcw } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { type Placement, PRINT_MIN_WIDTH_IN, placementProblem, printAreaOf } from '@printroom/contract/placement'
import { Button } from '~/components/button.tsx'
import { Input, Label } from '~/components/input.tsx'
import { type Placing, sharpWidthOf, sharpnessOf } from '~/features/placing/placing.ts'
import { cn } from '~/lib/cn.ts'

const FIELDS = [
  ['x', 'Across', 'in'],
  ['y', 'Down', 'in'],
  ['width', 'Width', 'in'],
  ['rotation', 'Rotation', '°'],
] as const

/** Where the print sits in numbers, how sharp it is, and the way back to its size. */
export function PlacementFields({ placing }: { placing: Placing }) {
  const { product, side, size, isOwn, put } = placing
  const area = printAreaOf(product, side)
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {FIELDS.map(([name, label, unit]) => (
          <NumberField key={name} placing={placing} name={name} label={label} unit={unit} />
        ))}
      </div>
      <p className="text-[13px] text-pencil">
        Across and down are the print’s middle, from the left upper corner of the print area, which is {area.width} ×{' '}
        {area.height} in.
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <SharpnessNote placing={placing} />
        <Button variant="secondary" size="sm" disabled={!isOwn} onClick={() => put(null)}>
          <RotateCcw /> Reset to {labelOf(size)}
        </Button>
      </div>
    </div>
  )
}

const shown = (value: number): string => String(Math.round(value * 100) / 100)

type NumberFieldProps = { placing: Placing; name: keyof Placement; label: string; unit: string }

/** What is typed moves the print as soon as it is a place within the area; what is not is brought there when it is left. */
function NumberField({ placing: { product, side, design, at, put }, name, label, unit }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const id = useId()
  const area = printAreaOf(product, side)
  const [least, most] = {
    x: [0, area.width],
    y: [0, area.height],
    width: [PRINT_MIN_WIDTH_IN, Math.max(area.width, area.height)],
    rotation: [-180, 180],
  }[name] as [number, number]
  const read = (text: string): Placement | null => {
    const value = Number(text.replace(',', '.'))
    return text.trim() === '' || !Number.isFinite(value) ? null : { ...at, [name]: value }
  }

  function type(text: string): void {
    setDraft(text)
    const wanted = read(text)
    const isWithin = wanted && wanted[name] >= least && wanted[name] <= most
    if (isWithin && !placementProblem(product, design, wanted, side)) put(wanted)
  }

  function settle(): void {
    const wanted = draft === null ? null : read(draft)
    if (wanted && shown(wanted[name]) !== shown(at[name])) put(wanted)
    setDraft(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') settle()
  }

  return (
    <div>
      <Label htmlFor={id} className="text-[13px]">
        {label} <span className="font-normal text-pencil">({unit})</span>
      </Label>
      <Input
        id={id}
        type="number"
        inputMode="decimal"
        step={name === 'rotation' ? 1 : 0.1}
        min={least}
        max={most}
        value={draft ?? shown(at[name])}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
        className="tabular-nums"
      />
    </div>
  )
}

const LEVEL_COLOUR = { fine: 'text-pencil', warned: 'text-amber', poor: 'text-alarm' }

function SharpnessNote({ placing: { product, side, design, at, put } }: { placing: Placing }) {
  const { dpi, level, text } = sharpnessOf(design, at)
  const sharp = sharpWidthOf(design)
  return (
    <p
      role={level === 'poor' ? 'alert' : 'status'}
      className={cn('min-w-0 flex-1 basis-60 text-sm', LEVEL_COLOUR[level])}
    >
      <span className="font-medium tabular-nums">{dpi} DPI</span> {text}{' '}
      {level !== 'fine' &&
        sharp >= PRINT_MIN_WIDTH_IN &&
        !placementProblem(product, design, { ...at, width: sharp }, side) && (
          <Button variant="link" size="sm" className="h-auto px-0" onClick={() => put({ ...at, width: sharp })}>
            Make it {sharp} in wide
          </Button>
        )}
    </p>
  )
}
