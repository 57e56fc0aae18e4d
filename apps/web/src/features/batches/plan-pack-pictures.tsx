import { labelOf, type Product } from '@printroom/contract/catalogue'
import { sceneFor, unservedReason, type Pack } from '@printroom/contract/packs'
import { Blank } from '~/features/catalogue/blank.tsx'
import { sizeOf } from '~/features/packs/pack-words.ts'

/** The pictures of a pack as a product has them, the main one first; what it does not have says why. */
export const PlanPackPictures = ({ pack, product }: { pack: Pack; product: Product }) => (
  <ol className="grid grid-cols-3 gap-x-2 gap-y-3 sm:grid-cols-5">
    {pack.pictures.map((picture, at) => {
      const scene = sceneFor(picture, product)
      const reason = unservedReason(picture, product)
      return (
        // A pack may show one scene twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} className="text-xs">
          {scene ? (
            <Blank product={product} style={scene.style} background={scene.background} side={scene.side} />
          ) : (
            <div
              aria-hidden="true"
              className="grid aspect-square place-items-center rounded-md border border-dashed text-pencil"
            >
              –
            </div>
          )}
          <p className="mt-1 font-medium">
            {at + 1}. {scene ? labelOf(scene.style) : 'Not to be had'}
          </p>
          <p className="text-pencil">
            {scene
              ? [scene.background, scene.gender, scene.side].flatMap((word) => (word ? labelOf(word) : [])).join(', ')
              : reason}
          </p>
          {scene && <p className="text-pencil tabular-nums">{sizeOf(picture)}</p>}
        </li>
      )
    })}
  </ol>
)
