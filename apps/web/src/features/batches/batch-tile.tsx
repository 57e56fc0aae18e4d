import { memo, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Ban, ImageOff, TriangleAlert } from 'lucide-react'
import type { BatchPictureWire } from '@printroom/contract/batches'
import { PHOTOGRAPH, labelOf } from '@printroom/contract/catalogue'
import { Picture } from '~/components/picture.tsx'
import { Progress } from '~/components/progress.tsx'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { Swatch } from '~/features/catalogue/swatch.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'

/** Seen before anybody scrolls. */
const IN_SIGHT = 8

/** One picture of a batch: made, on its way, or why it is not there. */
export const BatchTile = memo(function BatchTile({ picture }: { picture: BatchPictureWire }) {
  const { colour, product, model_style: style, background, side, filename, title } = picture
  const { label, hex } = colourName(colour)
  const scene = `${style === PHOTOGRAPH ? labelOf(style) : `${labelOf(style)}, ${labelOf(background)}`}${sideSuffix(side)}`
  const name = `${label} ${labelOf(product)}, ${scene}`
  return (
    <li data-state={picture.state} className="min-w-0">
      <Shown picture={picture} name={name} />
      <p className="mt-1.5 flex items-center gap-1.5 text-[13px] font-medium">
        <Swatch hex={hex} />
        <span className="truncate">
          {label} {labelOf(product)}
        </span>
      </p>
      <p className="truncate text-xs text-pencil">{scene}</p>
      <p className="truncate text-xs text-pencil">{title ?? filename ?? 'Deleted design'}</p>
    </li>
  )
})

function Shown({ picture, name }: { picture: BatchPictureWire; name: string }) {
  const { state, place, progress, mockup_id: mockupId, error } = picture
  if (state === 'done' && mockupId)
    return (
      <Link to="/mockups" search={{ mockup: mockupId }} aria-label={`Open ${name}`} className="block rounded-md">
        <Picture src={`/api/mockups/${mockupId}/thumbnail`} alt={name} isCard isLazy={place >= IN_SIGHT} />
      </Link>
    )
  return (
    <div className="grid aspect-square place-items-center rounded-md bg-shade p-3 text-center text-[13px] text-pencil">
      {state === 'under_way' && (
        <div className="w-full space-y-2">
          <p>Being made</p>
          <Progress value={progress} label={`${name}: ${progress} %`} />
        </div>
      )}
      {state === 'waiting' && <p>In line</p>}
      {state === 'done' && <Reason icon={<ImageOff className="size-5" />}>Deleted since</Reason>}
      {state === 'cancelled' && <Reason icon={<Ban className="size-5" />}>Canceled</Reason>}
      {state === 'failed' && (
        <Reason icon={<TriangleAlert className="size-5 text-alarm" />}>{error ?? 'It could not be made.'}</Reason>
      )}
    </div>
  )
}

const Reason = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col items-center gap-1.5 overflow-hidden">
    <span aria-hidden="true">{icon}</span>
    <p className="line-clamp-4">{children}</p>
  </div>
)
