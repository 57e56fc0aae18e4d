import type { Pack, PackPicture, PackScene } from './packs.ts'
import type { Crop } from './presets.ts'
import { SHOPS, type Shop } from './shops.ts'

const scene = (style: PackScene['style'], background: PackScene['background'], gender?: PackScene['gender']) => ({
  style,
  background,
  ...(gender && { gender }),
})
/** A picture of a shop's usual size; of its scenes the first that a product has. */
const picture = (shop: Shop, crop: Crop, ...scenes: PackScene[]): PackPicture => ({
  shop,
  crop,
  width: SHOPS[shop].width,
  height: SHOPS[shop].height,
  scenes,
})

// What comes first in each is a garment's, then what stands for it where a product is not worn.
const FRONT = [scene('studio-front', 'white-studio'), scene('studio-product', 'white-studio')]
const GREY = [scene('studio-front', 'neutral-gray'), scene('studio-product', 'neutral-gray')]
const OUTSIDE = [
  scene('lifestyle-casual', 'urban-street', 'woman'),
  scene('lifestyle-casual', 'outdoor-natural', 'woman'),
  scene('lifestyle-use', 'outdoor-garden'),
]
const INSIDE = [scene('lifestyle-casual', 'lifestyle-indoor', 'woman'), scene('lifestyle-use', 'cozy-living-room')]
const ON_HIM = [scene('lifestyle-casual', 'lifestyle-indoor', 'man'), scene('lifestyle-use', 'kitchen-interior')]
const ON_HIM_OUTSIDE = [scene('lifestyle-casual', 'outdoor-natural', 'man'), scene('lifestyle-use', 'office-desk')]
const FLAT = [scene('flat-lay', 'wood-texture'), scene('flat-lay', 'lifestyle-indoor')]
const FLAT_TOO = [scene('flat-lay', 'fabric-texture'), scene('flat-lay', 'outdoor-natural')]
const FLAT_PLAIN = [scene('flat-lay', 'neutral-gray'), scene('studio-product', 'off-white')]
const FLAT_WHITE = [scene('flat-lay', 'white-studio')]

/** The packs that everybody has. */
export const BUILT_IN_PACKS: readonly Pack[] = [
  {
    id: 'etsy-10',
    name: 'Etsy listing, 10 pictures',
    pictures: [
      picture('etsy', 'whole', ...OUTSIDE),
      picture('etsy', 'whole', ...FRONT),
      picture('etsy', 'close', ...FRONT),
      picture('etsy', 'whole', ...ON_HIM),
      picture('etsy', 'whole', ...INSIDE),
      picture('etsy', 'whole', ...FLAT),
      picture('etsy', 'close', ...FLAT, ...OUTSIDE),
      picture('etsy', 'whole', ...ON_HIM_OUTSIDE),
      picture('etsy', 'whole', ...FLAT_TOO),
      picture('etsy', 'whole', ...GREY),
    ],
  },
  {
    id: 'amazon-7',
    name: 'Amazon main + 6',
    pictures: [
      picture('amazon', 'white', ...FRONT),
      picture('amazon', 'whole', ...OUTSIDE),
      picture('amazon', 'close', ...FRONT),
      picture('amazon', 'whole', ...ON_HIM),
      picture('amazon', 'whole', ...INSIDE),
      picture('amazon', 'white', ...FLAT_WHITE),
      picture('amazon', 'whole', ...FLAT_PLAIN),
    ],
  },
  {
    id: 'shopify-product',
    name: 'Shopify product',
    pictures: [
      picture('shopify', 'white', ...FRONT),
      picture('shopify', 'whole', ...OUTSIDE),
      picture('shopify', 'close', ...OUTSIDE),
      picture('shopify', 'whole', ...ON_HIM),
      picture('shopify', 'whole', ...FLAT, ...FLAT_PLAIN),
    ],
  },
  {
    id: 'pinterest-instagram',
    name: 'Pinterest and Instagram',
    pictures: [
      picture('pinterest', 'whole', ...OUTSIDE),
      picture('pinterest', 'whole', ...INSIDE),
      picture('pinterest', 'whole', ...FLAT, ...ON_HIM),
      picture('instagram', 'whole', ...OUTSIDE),
      picture('instagram', 'whole', ...INSIDE),
      picture('instagram', 'close', ...OUTSIDE),
    ],
  },
]

/** Whether an id is that of a pack which everybody has. */
export const isBuiltIn = (id: string): boolean => BUILT_IN_PACKS.some((pack) => pack.id === id)
