import { ImageOff, Images } from 'lucide-react'
import type { SceneWire } from '@printroom/contract/scenes'
import { Picture } from '~/components/picture.tsx'
import { sentPhoto } from '~/features/scenes/sent-photos.ts'
import { cn } from '~/lib/cn.ts'

type ScenePictureProps = { scene: SceneWire; isCard?: boolean; isLazy?: boolean; className?: string }

/** The blank garment; before there is one the photograph, where this tab has it, or its place. */
export function ScenePicture({ scene, isCard = false, isLazy = true, className }: ScenePictureProps) {
  const src = scene.thumbnail_url ?? sentPhoto(scene.id)
  const Mark = scene.status === 'measuring' ? Images : ImageOff
  if (src)
    return (
      <Picture
        src={src}
        alt={scene.thumbnail_url ? `${scene.name}, without a print` : `${scene.name}, as it was sent`}
        isCard={isCard && scene.thumbnail_url !== null}
        isLazy={isLazy}
        className={className}
      />
    )
  return (
    <span className={cn('grid aspect-square place-items-center rounded-md border bg-shade text-pencil', className)}>
      <Mark aria-hidden="true" strokeWidth={1.25} className="size-10" />
    </span>
  )
}
