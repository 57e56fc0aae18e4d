import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Eraser, Maximize, Paintbrush, Redo2, RotateCcw, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import type { Loaded } from '~/features/scenes/load-mask.ts'
import { askOf } from '~/features/scenes/mask-keys.ts'
import type { MaskPainting, Tool } from '~/features/scenes/mask-painting.ts'
import { useMaskCanvas } from '~/features/scenes/use-mask-canvas.ts'
import { cn } from '~/lib/cn.ts'

const [SMALLEST, LARGEST] = [4, 240]
const FIRST = 48
/** Of the brush: a step of the keyboard's. */
const STEP = 0.25
const GROWTH = 1.25
const ZOOM = 1.5
/** From this share on a place is garment. */
const HALF = 128

/** It takes all keys that it names, as a drawing program does: what HTML has no element for. */
const PAINTED = { role: 'application', tabIndex: 0 } as const

type MaskCanvasProps = {
  loaded: Loaded
  side: number
  isSaving: boolean
  onChanged: (isChanged: boolean) => void
  onSave: (shares: Uint8Array) => void
}

/** The picture with its tint, the brush and what it is set with. */
export function MaskCanvas({ loaded, side, isSaving, onChanged, onSave }: MaskCanvasProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState<Tool>('add')
  const [diameter, setDiameter] = useState(FIRST)
  const [said, setSaid] = useState('')
  const [can, setCan] = useState({ undo: false, redo: false, save: false })
  const look = (mask: MaskPainting): void => {
    const isChanged = mask.isChanged()
    setCan({ undo: mask.canUndo(), redo: mask.canRedo(), save: isChanged })
    onChanged(isChanged)
  }
  const { painting, isReady, ask, zoom, showWhole, moveBrush } = useMaskCanvas(
    canvas,
    loaded,
    side,
    { tool, diameter },
    look,
  )

  const act = (what: 'undo' | 'redo' | 'reset', words: string): void => {
    const mask = painting.current
    if (!mask) return
    mask[what]()
    setSaid(words)
    look(mask)
    ask()
  }
  const resize = (to: number): void => {
    const size = Math.round(Math.min(LARGEST, Math.max(SMALLEST, to)))
    setDiameter(size)
    setSaid(`Brush ${size}`)
  }
  const take = (next: Tool): void => {
    setTool(next)
    setSaid(next === 'add' ? 'Adding' : 'Taking away')
  }

  function press(event: KeyboardEvent): void {
    const asked = askOf(event)
    const mask = painting.current
    if (!asked || !mask) return
    event.preventDefault()
    if (asked.kind === 'move' || asked.kind === 'dab') {
      const step = Math.max(1, diameter * STEP)
      const by = asked.kind === 'move' ? { x: asked.by.x * step, y: asked.by.y * step } : { x: 0, y: 0 }
      const { from, to } = moveBrush(by)
      const isPainting = asked.kind === 'move' ? asked.isPainting : true
      if (isPainting) {
        mask.begin(from, tool, diameter)
        mask.to(to)
        mask.end()
        look(mask)
      }
      const percent = (place: number) => `${Math.round((100 * place) / side)}%`
      const at = Math.min(side - 1, Math.floor(to.y)) * side + Math.min(side - 1, Math.floor(to.x))
      const what = (mask.shares[at] ?? 0) >= HALF ? 'garment' : 'ground'
      setSaid(`${percent(to.x)} across, ${percent(to.y)} down: ${what}${isPainting ? ', painted' : ''}`)
    } else if (asked.kind === 'tool') take(asked.tool)
    else if (asked.kind === 'undo') act('undo', 'Undone')
    else if (asked.kind === 'redo') act('redo', 'Redone')
    else resize(asked.kind === 'larger' ? Math.max(diameter + 1, diameter * GROWTH) : diameter / GROWTH)
  }

  return (
    <>
      <div
        className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3"
        role="toolbar"
        tabIndex={-1}
        aria-label="Brush"
        onKeyDown={(event) => (event.ctrlKey || event.metaKey) && press(event)}
      >
        <div className="flex gap-1" role="group" aria-label="What the brush does">
          <ToolButton isOn={tool === 'add'} onClick={() => take('add')}>
            <Paintbrush /> Add
          </ToolButton>
          <ToolButton isOn={tool === 'erase'} onClick={() => take('erase')}>
            <Eraser /> Take away
          </ToolButton>
        </div>
        <label className="flex items-center gap-2 text-sm" htmlFor={`${id}-size`}>
          Size
          <input
            id={`${id}-size`}
            type="range"
            min={SMALLEST}
            max={LARGEST}
            value={diameter}
            onChange={(event) => resize(event.target.valueAsNumber)}
            className="h-8 w-28 accent-cyan sm:w-36"
          />
        </label>
        <div className="flex gap-1">
          <IconButton label="Undo" isOff={!can.undo} onClick={() => act('undo', 'Undone')}>
            <Undo2 />
          </IconButton>
          <IconButton label="Redo" isOff={!can.redo} onClick={() => act('redo', 'Redone')}>
            <Redo2 />
          </IconButton>
          <IconButton label="Zoom out" onClick={() => zoom(1 / ZOOM)}>
            <ZoomOut />
          </IconButton>
          <IconButton label="Zoom in" onClick={() => zoom(ZOOM)}>
            <ZoomIn />
          </IconButton>
          <IconButton label="Show it whole" onClick={showWhole}>
            <Maximize />
          </IconButton>
        </div>
        <Button variant="ghost" size="sm" onClick={() => act('reset', 'Back to the mask that was found')}>
          <RotateCcw /> Found mask
        </Button>
        <Button
          className="ml-auto max-sm:w-full"
          disabled={!can.save || isSaving}
          onClick={() => painting.current && onSave(painting.current.shares)}
        >
          {isSaving ? <Spinner /> : null}
          {isSaving ? 'Saving…' : 'Save Mask'}
        </Button>
      </div>
      <canvas
        ref={canvas}
        aria-label="Mask"
        aria-roledescription="painting"
        aria-describedby={`${id}-keys`}
        data-state={isReady ? 'ready' : 'loading'}
        {...PAINTED}
        onKeyDown={press}
        className={cn(
          'min-h-0 w-full grow cursor-none touch-none rounded-lg border bg-shade text-cyan select-none',
          isSaving && 'pointer-events-none opacity-60',
        )}
      />
      <p id={`${id}-keys`} className="pt-2 text-[13px] text-pencil">
        <span className="max-sm:hidden">
          Arrow keys move the brush, with Shift they paint; Space paints, A adds, E takes away, + and − size it.
        </span>
        <span className="sm:hidden">One finger paints, two fingers move and zoom.</span>
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

type ToolButtonProps = { isOn: boolean; onClick: () => void; children: ReactNode }
const ToolButton = ({ isOn, onClick, children }: ToolButtonProps) => (
  <Button variant={isOn ? 'primary' : 'secondary'} size="sm" aria-pressed={isOn} onClick={onClick}>
    {children}
  </Button>
)

type IconButtonProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode }
const IconButton = ({ label, isOff = false, onClick, children }: IconButtonProps) => (
  <Button variant="ghost" size="icon-sm" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
    {children}
  </Button>
)
