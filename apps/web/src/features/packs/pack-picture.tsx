import { sceneFor, type PackPicture as Pictured } from '@printroom/contract/packs'
import { Blank } from '~/features/catalogue/blank.tsx'
import { productOf } from '~/features/packs/pack-words.ts'
import { cn } from '~/lib/cn.ts'

/** A picture of a pack on the first product that has it, in its shape. */
export function PackPicture({ picture, className }: { picture: Pictured; className?: string }) {
  const product = productOf(picture)
  const scene = product && sceneFor(picture, product)
  const { width, height, crop } = picture
  return (
    <span className={cn('grid aspect-square place-items-center overflow-hidden rounded-md bg-shade', className)}>
      <span
        className="relative block overflow-hidden rounded-[3px] bg-white"
        style={{ aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '100%' }}
      >
        {product && scene && (
          <Blank
            product={product}
            style={scene.style}
            side={scene.side}
            background={crop === 'white' ? 'white-studio' : scene.background}
            className={cn(
              'absolute top-1/2 left-1/2 w-full -translate-1/2',
              width < height && 'h-full w-auto',
              crop === 'close' && 'scale-[1.9]',
            )}
          />
        )}
      </span>
    </span>
  )
}
