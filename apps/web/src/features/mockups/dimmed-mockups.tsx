import mugWhite from '~/assets/mug-white.webp'
import teeNatural from '~/assets/tee-natural.webp'
import teeNavy from '~/assets/tee-navy.webp'

/** What a page will hold once it holds something. */
export const DimmedMockups = () => (
  <div className="flex gap-3">
    {[teeNatural, teeNavy, mugWhite].map((src) => (
      <img
        key={src}
        src={src}
        alt=""
        width={128}
        height={128}
        className="size-24 rounded-lg object-cover outline-1 -outline-offset-1 outline-picture-edge sm:size-32"
      />
    ))}
  </div>
)
