// Generated from the folders of the products by `npm run products`. Not to be changed by hand.

/** How sides other than the front are photographed, as the plates say. */
export const SIDES_SERVED: readonly {
  product: string
  side: string
  style: string
  baseModels: readonly string[]
  backgrounds: readonly string[]
  genders: readonly string[]
}[] = [
  {
    "product": "t-shirt",
    "side": "back",
    "style": "flat-lay",
    "baseModels": [
      "gildan-64000",
      "bella-canvas-3001"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "wood-texture",
      "fabric-texture"
    ],
    "genders": []
  },
  {
    "product": "t-shirt",
    "side": "back",
    "style": "lifestyle-casual",
    "baseModels": [
      "gildan-64000",
      "bella-canvas-3001"
    ],
    "backgrounds": [
      "lifestyle-indoor",
      "outdoor-natural",
      "urban-street",
      "cozy-interior"
    ],
    "genders": [
      "man"
    ]
  },
  {
    "product": "t-shirt",
    "side": "back",
    "style": "studio-front",
    "baseModels": [
      "gildan-64000",
      "bella-canvas-3001"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "light-gray",
      "off-white"
    ],
    "genders": []
  },
  {
    "product": "hoodie",
    "side": "back",
    "style": "flat-lay",
    "baseModels": [
      "gildan-18500",
      "bella-canvas-3719"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": []
  },
  {
    "product": "hoodie",
    "side": "back",
    "style": "lifestyle-casual",
    "baseModels": [
      "gildan-18500",
      "bella-canvas-3719"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": [
      "man"
    ]
  },
  {
    "product": "hoodie",
    "side": "back",
    "style": "studio-front",
    "baseModels": [
      "gildan-18500",
      "bella-canvas-3719"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": []
  },
  {
    "product": "crewneck-sweatshirt",
    "side": "back",
    "style": "flat-lay",
    "baseModels": [
      "gildan-18000",
      "bella-canvas-3901"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": []
  },
  {
    "product": "crewneck-sweatshirt",
    "side": "back",
    "style": "lifestyle-casual",
    "baseModels": [
      "gildan-18000",
      "bella-canvas-3901"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": [
      "man"
    ]
  },
  {
    "product": "crewneck-sweatshirt",
    "side": "back",
    "style": "studio-front",
    "baseModels": [
      "gildan-18000",
      "bella-canvas-3901"
    ],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "lifestyle-indoor",
      "outdoor-natural"
    ],
    "genders": []
  },
  {
    "product": "mug",
    "side": "wrap",
    "style": "lifestyle-use",
    "baseModels": [],
    "backgrounds": [
      "kitchen-interior",
      "office-desk",
      "outdoor-garden",
      "cozy-living-room"
    ],
    "genders": []
  },
  {
    "product": "mug",
    "side": "other",
    "style": "lifestyle-use",
    "baseModels": [],
    "backgrounds": [
      "kitchen-interior",
      "office-desk",
      "outdoor-garden",
      "cozy-living-room"
    ],
    "genders": []
  },
  {
    "product": "mug",
    "side": "wrap",
    "style": "studio-product",
    "baseModels": [],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "off-white"
    ],
    "genders": []
  },
  {
    "product": "mug",
    "side": "other",
    "style": "studio-product",
    "baseModels": [],
    "backgrounds": [
      "white-studio",
      "neutral-gray",
      "off-white"
    ],
    "genders": []
  }
]
