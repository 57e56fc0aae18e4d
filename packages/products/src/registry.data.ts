// Generated from the folders of the products by `npm run products`. Not to be changed by hand.

export const REGISTRY = [
  {
    "id": "t-shirt",
    "name": "T-Shirt",
    "plural": "t-shirts",
    "position": 1,
    "baseModels": [
      {
        "id": "gildan-64000",
        "name": "Gildan 64000"
      },
      {
        "id": "bella-canvas-3001",
        "name": "Bella+Canvas 3001"
      }
    ],
    "styles": [
      {
        "id": "studio-front",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "light-gray",
          "off-white"
        ]
      },
      {
        "id": "lifestyle-casual",
        "asksGender": true,
        "backgrounds": [
          "lifestyle-indoor",
          "outdoor-natural",
          "urban-street",
          "cozy-interior"
        ]
      },
      {
        "id": "flat-lay",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "wood-texture",
          "fabric-texture"
        ]
      }
    ],
    "material": "jersey",
    "blankColour": "sand",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 16,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    }
  },
  {
    "id": "hoodie",
    "name": "Hoodie",
    "plural": "hoodies",
    "position": 2,
    "baseModels": [
      {
        "id": "gildan-18500",
        "name": "Gildan 18500"
      },
      {
        "id": "bella-canvas-3719",
        "name": "Bella+Canvas 3719"
      }
    ],
    "styles": [
      {
        "id": "studio-front",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "lifestyle-casual",
        "asksGender": true,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "flat-lay",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      }
    ],
    "material": "fleece",
    "blankColour": "sand",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 9.5,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    }
  },
  {
    "id": "crewneck-sweatshirt",
    "name": "Crewneck Sweatshirt",
    "plural": "crewneck sweatshirts",
    "position": 3,
    "baseModels": [
      {
        "id": "gildan-18000",
        "name": "Gildan 18000"
      },
      {
        "id": "bella-canvas-3901",
        "name": "Bella+Canvas 3901"
      }
    ],
    "styles": [
      {
        "id": "studio-front",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "lifestyle-casual",
        "asksGender": true,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "flat-lay",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      }
    ],
    "material": "fleece",
    "blankColour": "sand-18000",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 15,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    }
  },
  {
    "id": "mug",
    "name": "Mug",
    "plural": "mugs",
    "position": 4,
    "baseModels": [],
    "styles": [
      {
        "id": "studio-product",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "off-white"
        ]
      },
      {
        "id": "lifestyle-use",
        "asksGender": false,
        "backgrounds": [
          "kitchen-interior",
          "office-desk",
          "outdoor-garden",
          "cozy-living-room"
        ]
      }
    ],
    "material": "glaze",
    "blankColour": "mug-white",
    "print": {
      "maxWidthIn": 3.8,
      "maxHeightIn": 3.3,
      "sizesIn": {
        "small": 2.6,
        "medium": 3.2,
        "large": 3.8
      }
    },
    "sizeNotes": {
      "small": "With room around it",
      "medium": "3.2 inches",
      "large": "3.8 inches high"
    }
  },
  {
    "id": "tote-bag",
    "name": "Tote Bag",
    "plural": "tote bags",
    "position": 5,
    "baseModels": [],
    "styles": [
      {
        "id": "studio-front",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "lifestyle-casual",
        "asksGender": true,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      },
      {
        "id": "flat-lay",
        "asksGender": false,
        "backgrounds": [
          "white-studio",
          "neutral-gray",
          "lifestyle-indoor",
          "outdoor-natural"
        ]
      }
    ],
    "material": "canvas",
    "blankColour": "natural",
    "print": {
      "maxWidthIn": 12,
      "maxHeightIn": 12,
      "sizesIn": {
        "small": 7,
        "medium": 9,
        "large": 11
      }
    },
    "sizeNotes": {
      "small": "7 inches wide",
      "medium": "9 inches wide",
      "large": "11 inches wide"
    }
  }
] as const
