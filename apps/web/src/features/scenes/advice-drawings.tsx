import type { ReactNode } from 'react'

// Drawn by us: a white tee that bears the print, white in the dark too, and what each piece of advice is about.

const TEE = 'M44 24 L58 18 Q70 27 82 18 L96 24 L106 42 L94 48 V92 H46 V48 L34 42 Z'
const SQUARES = [0, 1, 2, 3, 4, 5].flatMap((row) => [0, 1, 2, 3].map((column) => ({ row, column })))

const Tee = ({ isFlat = false }: { isFlat?: boolean }) => (
  <>
    <path d={TEE} className="fill-white stroke-pencil" strokeWidth="1.5" strokeLinejoin="round" />
    {!isFlat && <path d="M46 48 l4 10 M94 48 l-4 10" className="fill-none stroke-edge" strokeWidth="1" />}
    <g fill="#1c1b19">
      {SQUARES.map(({ row, column }) =>
        (row + column) % 2 === 0 ? (
          <rect key={`${row} ${column}`} x={58 + column * 6} y={40 + row * 6} width="6" height="6" />
        ) : (
          <rect key={`${row} ${column}`} x={59.5 + column * 6} y={41.5 + row * 6} width="3" height="3" />
        ),
      )}
    </g>
  </>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 140 110" aria-hidden="true" className="w-full">
    {children}
  </svg>
)

const ACCENT = 'fill-none stroke-cyan'

export const FromOneSide = () => (
  <Frame>
    <rect x="4" y="14" width="16" height="52" className={ACCENT} strokeWidth="2" />
    <path d="M12 14 V66 M4 40 H20" className={ACCENT} strokeWidth="1.5" />
    <path d="M25 30 L36 36 M25 42 L38 48 M25 54 L38 60" className={ACCENT} strokeWidth="2" strokeLinecap="round" />
    <Tee />
    <path d="M82 48 V92 H94 V48 L106 42 L96 24 L82 30 Z" className="fill-black opacity-15" />
  </Frame>
)

export const ForTheWhite = () => (
  <Frame>
    <rect x="30" y="6" width="80" height="98" rx="9" className="fill-none stroke-edge" strokeWidth="2" />
    <Tee />
    <rect x="54" y="36" width="32" height="44" rx="2" className={ACCENT} strokeWidth="2" />
    <path d="M94 58 V92" className="stroke-cyan" strokeWidth="2" strokeLinecap="round" />
    <circle cx="94" cy="80" r="5.5" className="fill-cyan" />
    <path
      d="M94 71.5 v-2 M94 90.5 v-2 M102.5 80 h-2 M87.5 80 h-2 M100 74 l1.4 -1.4 M86.6 87.4 l1.4 -1.4 M100 86 l1.4 1.4 M86.6 72.6 l1.4 1.4"
      className="stroke-cyan"
      strokeWidth="1.5"
    />
  </Frame>
)

export const NoFilter = () => (
  <Frame>
    <Tee />
    <path
      d="M112 16 l2.4 7.6 7.6 2.4 -7.6 2.4 -2.4 7.6 -2.4 -7.6 -7.6 -2.4 7.6 -2.4 z M126 38 l1.4 4.6 4.6 1.4 -4.6 1.4 -1.4 4.6 -1.4 -4.6 -4.6 -1.4 4.6 -1.4 z"
      className="fill-edge"
    />
    <path d="M100 52 L134 12" className="stroke-alarm" strokeWidth="3" strokeLinecap="round" />
  </Frame>
)

export const FillTheFrame = () => (
  <Frame>
    <Tee isFlat />
    <path
      d="M28 24 V10 H42 M98 10 H112 V24 M112 86 V100 H98 M42 100 H28 V86"
      className={ACCENT}
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </Frame>
)

export const StraightOn = () => (
  <Frame>
    <path d="M34 12 Q28 55 34 98 H42 Q38 55 42 12 Z" className="fill-white stroke-pencil" strokeWidth="1.5" />
    <path d="M34.5 36 Q32 55 34.5 74" className="fill-none" stroke="#1c1b19" strokeWidth="4" strokeDasharray="4 3" />
    <rect x="104" y="38" width="8" height="34" rx="2.5" className="fill-sheet stroke-pencil" strokeWidth="1.5" />
    <circle cx="103" cy="46" r="2" className="fill-ink" />
    <path d="M98 55 H48" className={ACCENT} strokeWidth="2" strokeDasharray="5 4" strokeLinecap="round" />
    <path d="M54 49 L47 55 L54 61" className={ACCENT} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </Frame>
)

export const NothingOverIt = () => (
  <Frame>
    <Tee />
    <path
      d="M112 66 Q96 58 78 62 Q70 64 66 60"
      className="fill-none stroke-edge"
      strokeWidth="9"
      strokeLinecap="round"
    />
    <path d="M62 46 L92 76 M92 46 L62 76" className="stroke-alarm" strokeWidth="3" strokeLinecap="round" />
  </Frame>
)
