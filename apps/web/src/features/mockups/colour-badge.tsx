import { Badge } from '~/components/badge.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { Swatch } from '~/features/catalogue/swatch.tsx'
import { cn } from '~/lib/cn.ts'

export function ColourBadge({ colour, className }: { colour: string; className?: string }) {
  const { label, hex } = colourName(colour)
  return (
    <Badge variant="outline" className={cn('max-w-full pl-1.5', className)}>
      <Swatch hex={hex} />
      <span className="truncate">{label}</span>
    </Badge>
  )
}
