import { useId } from 'react'
import { printWidthIn, type DesignSize, type Product } from '@printroom/contract/catalogue'
import { OUTLINES } from '@printroom/products/outlines.data'

type ProductSketchProps = {
  product: Product
  colour: string
  design?: string
  size?: DesignSize
  className?: string
}

/** A drawing of the product in its colour with the design in place: what is chosen, not what will be photographed. */
export function ProductSketch({ product, colour, design, size = 'medium', className }: ProductSketchProps) {
  const id = useId()
  const { outline, behind, lines, print } = OUTLINES[product]
  const width = (print.width * printWidthIn(product, size)) / printWidthIn(product, 'large')
  const height = print.anchor === 'top' ? width * 1.33 : width
  const top = print.anchor === 'top' ? print.y : print.y - height / 2
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={id} x1="0" x2="1" y1="0" y2="0.25">
          <stop offset="0" stopColor="#fff" stopOpacity=".16" />
          <stop offset=".45" stopColor="#fff" stopOpacity="0" />
          <stop offset="1" stopColor="#000" stopOpacity=".2" />
        </linearGradient>
      </defs>
      <ellipse cx="100" cy="180" rx="74" ry="7" fill="#000" opacity=".09" />
      {behind && <path d={behind} fill={colour} stroke="#000" strokeOpacity=".2" strokeWidth=".8" />}
      {behind && <path d={behind} fill="#000" opacity=".16" />}
      <path d={outline} fill={colour} className="transition-[fill] duration-150" />
      <path d={outline} fill={`url(#${id})`} stroke="#000" strokeOpacity=".22" strokeWidth=".8" />
      <g fill="none" stroke="#808080" strokeOpacity=".55" strokeWidth=".9" strokeLinecap="round">
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      {design && (
        <image
          href={design}
          x={print.x - width / 2}
          y={top}
          width={width}
          height={height}
          preserveAspectRatio={print.anchor === 'top' ? 'xMidYMin meet' : 'xMidYMid meet'}
        />
      )}
    </svg>
  )
}
