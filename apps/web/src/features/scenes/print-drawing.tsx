import { cn } from '~/lib/cn.ts'

/** Inches of a square, as the print itself has them: half as large where the area is small. */
const PITCH = { garment: 0.75, small: 0.375 }
const SMALL_IN = 6
/** Where a marker has its white cells, in sixths of its square: an impression, no code. */
const CELLS = [
  [2, 2],
  [3, 2],
  [2, 3],
  [4, 3],
  [3, 4],
] as const

type PrintDrawingProps = { width: number; height: number; className?: string }

/** The calibration print in small, of an area in inches: squares, and a marker in each white one. */
export function PrintDrawing({ width, height, className }: PrintDrawingProps) {
  const pitch = Math.min(width, height) < SMALL_IN ? PITCH.small : PITCH.garment
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch) - 1]
  const squares = Array.from({ length: columns * rows }, (_, at) => ({ x: at % columns, y: Math.floor(at / columns) }))
  return (
    <svg
      viewBox={`-0.5 -0.5 ${columns + 1} ${rows + 2}`}
      aria-hidden="true"
      className={cn('rounded-sm bg-white', className)}
    >
      <rect x="0" y="0" width={columns} height={rows} fill="#fff" />
      {squares.map(({ x, y }) =>
        (x + y) % 2 === 0 ? (
          <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fill="#1c1b19" />
        ) : (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.15} y={y + 0.15} width=".7" height=".7" fill="#1c1b19" />
            {CELLS.filter((_, cell) => (x * 7 + y * 3 + cell) % 3 > 0).map(([column, row]) => (
              <rect
                key={`${column} ${row}`}
                x={x + column / 7 + 0.02}
                y={y + row / 7 + 0.02}
                width=".14"
                height=".14"
                fill="#fff"
              />
            ))}
          </g>
        ),
      )}
      <path d={`M0 ${rows + 0.75} H${columns}`} stroke="#1c1b19" strokeWidth=".08" />
      {Array.from({ length: columns + 1 }, (_, at) => (
        <path key={at} d={`M${at} ${rows + 0.45} V${rows + 0.75}`} stroke="#1c1b19" strokeWidth=".06" />
      ))}
    </svg>
  )
}
