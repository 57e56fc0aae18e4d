import { onLanding } from '~/features/examples/mockups.ts'

/** What a page will hold once it holds something. */
export const DimmedMockups = () => (
  <div className="grid w-full max-w-102 grid-cols-3 gap-3">
    {onLanding('gallery')
      .slice(0, 3)
      .map(({ src }) => (
        <img
          key={src}
          src={src}
          alt=""
          width={128}
          height={128}
          className="aspect-square h-auto w-full rounded-lg object-cover outline-1 -outline-offset-1 outline-picture-edge"
        />
      ))}
  </div>
)
