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
    "frontName": "Front",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 16,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "placing": {
      "anchor": "top",
      "places": [
        {
          "id": "left-chest",
          "name": "Left chest",
          "left": 8.5,
          "top": 0.5,
          "width": 4,
          "height": 4
        },
        {
          "id": "center",
          "name": "Center",
          "left": 1.5,
          "top": 3,
          "width": 10,
          "height": 10
        },
        {
          "id": "full-front",
          "name": "Full front",
          "left": 0,
          "top": 0,
          "width": 13,
          "height": 16
        }
      ]
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    },
    "sides": [
      {
        "id": "back",
        "name": "Back",
        "inSentence": "the back",
        "print": {
          "maxWidthIn": 13,
          "maxHeightIn": 16,
          "sizesIn": {
            "small": 8,
            "medium": 10,
            "large": 12
          }
        },
        "placing": {
          "anchor": "top",
          "places": [
            {
              "id": "upper-back",
              "name": "Upper back",
              "left": 1.5,
              "top": 0.5,
              "width": 10,
              "height": 8
            },
            {
              "id": "full-back",
              "name": "Full back",
              "left": 0,
              "top": 0,
              "width": 13,
              "height": 16
            },
            {
              "id": "across-shoulders",
              "name": "Across the shoulders",
              "left": 0.5,
              "top": 0,
              "width": 12,
              "height": 3.5
            }
          ]
        },
        "sizeNotes": {
          "small": "8 inches wide",
          "medium": "10 inches wide",
          "large": "12 inches wide"
        }
      }
    ]
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
    "frontName": "Front",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 9.5,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "placing": {
      "anchor": "top",
      "places": [
        {
          "id": "left-chest",
          "name": "Left chest",
          "left": 8.5,
          "top": 0.5,
          "width": 4,
          "height": 4
        },
        {
          "id": "center",
          "name": "Center",
          "left": 2,
          "top": 0.25,
          "width": 9,
          "height": 9
        },
        {
          "id": "full-front",
          "name": "Full front",
          "left": 0,
          "top": 0,
          "width": 13,
          "height": 9.5
        }
      ]
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    },
    "sides": [
      {
        "id": "back",
        "name": "Back",
        "inSentence": "the back",
        "print": {
          "maxWidthIn": 13,
          "maxHeightIn": 9.5,
          "sizesIn": {
            "small": 8,
            "medium": 10,
            "large": 12
          }
        },
        "placing": {
          "anchor": "top",
          "places": [
            {
              "id": "upper-back",
              "name": "Upper back",
              "left": 1.5,
              "top": 0.5,
              "width": 10,
              "height": 8
            },
            {
              "id": "full-back",
              "name": "Full back",
              "left": 0,
              "top": 0,
              "width": 13,
              "height": 9.5
            },
            {
              "id": "across-shoulders",
              "name": "Across the shoulders",
              "left": 0.5,
              "top": 0,
              "width": 12,
              "height": 3.5
            }
          ]
        },
        "sizeNotes": {
          "small": "8 inches wide",
          "medium": "10 inches wide",
          "large": "12 inches wide"
        }
      }
    ]
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
    "frontName": "Front",
    "print": {
      "maxWidthIn": 13,
      "maxHeightIn": 15,
      "sizesIn": {
        "small": 8,
        "medium": 10,
        "large": 12
      }
    },
    "placing": {
      "anchor": "top",
      "places": [
        {
          "id": "left-chest",
          "name": "Left chest",
          "left": 8.5,
          "top": 0.5,
          "width": 4,
          "height": 4
        },
        {
          "id": "center",
          "name": "Center",
          "left": 1.5,
          "top": 2.5,
          "width": 10,
          "height": 10
        },
        {
          "id": "full-front",
          "name": "Full front",
          "left": 0,
          "top": 0,
          "width": 13,
          "height": 15
        }
      ]
    },
    "sizeNotes": {
      "small": "8 inches wide",
      "medium": "10 inches wide",
      "large": "12 inches wide"
    },
    "sides": [
      {
        "id": "back",
        "name": "Back",
        "inSentence": "the back",
        "print": {
          "maxWidthIn": 13,
          "maxHeightIn": 15,
          "sizesIn": {
            "small": 8,
            "medium": 10,
            "large": 12
          }
        },
        "placing": {
          "anchor": "top",
          "places": [
            {
              "id": "upper-back",
              "name": "Upper back",
              "left": 1.5,
              "top": 0.5,
              "width": 10,
              "height": 8
            },
            {
              "id": "full-back",
              "name": "Full back",
              "left": 0,
              "top": 0,
              "width": 13,
              "height": 15
            },
            {
              "id": "across-shoulders",
              "name": "Across the shoulders",
              "left": 0.5,
              "top": 0,
              "width": 12,
              "height": 3.5
            }
          ]
        },
        "sizeNotes": {
          "small": "8 inches wide",
          "medium": "10 inches wide",
          "large": "12 inches wide"
        }
      }
    ]
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
    "frontName": "This side",
    "print": {
      "maxWidthIn": 3.8,
      "maxHeightIn": 3.3,
      "sizesIn": {
        "small": 2.6,
        "medium": 3.2,
        "large": 3.8
      }
    },
    "placing": {
      "anchor": "middle",
      "places": [
        {
          "id": "center",
          "name": "Center",
          "left": 0.4,
          "top": 0.15,
          "width": 3,
          "height": 3
        },
        {
          "id": "full-front",
          "name": "Full front",
          "left": 0,
          "top": 0,
          "width": 3.8,
          "height": 3.3
        }
      ]
    },
    "sizeNotes": {
      "small": "With room around it",
      "medium": "3.2 inches",
      "large": "3.8 inches high"
    },
    "sides": [
      {
        "id": "other",
        "name": "Other side",
        "inSentence": "the other side",
        "print": {
          "maxWidthIn": 3.8,
          "maxHeightIn": 3.3,
          "sizesIn": {
            "small": 2.6,
            "medium": 3.2,
            "large": 3.8
          }
        },
        "placing": {
          "anchor": "middle",
          "places": [
            {
              "id": "center",
              "name": "Center",
              "left": 0.4,
              "top": 0.15,
              "width": 3,
              "height": 3
            },
            {
              "id": "full-front",
              "name": "Full front",
              "left": 0,
              "top": 0,
              "width": 3.8,
              "height": 3.3
            }
          ]
        },
        "sizeNotes": {
          "small": "With room around it",
          "medium": "3.2 inches",
          "large": "3.8 inches high"
        }
      },
      {
        "id": "wrap",
        "name": "All round",
        "inSentence": "the whole round",
        "print": {
          "maxWidthIn": 8.5,
          "maxHeightIn": 3.3,
          "sizesIn": {
            "small": 4,
            "medium": 6.5,
            "large": 8.5
          }
        },
        "placing": {
          "anchor": "middle",
          "places": [
            {
              "id": "all-round",
              "name": "All round",
              "left": 0,
              "top": 0,
              "width": 8.5,
              "height": 3.3
            }
          ]
        },
        "sizeNotes": {
          "small": "4 inches wide",
          "medium": "6.5 inches wide",
          "large": "8.5 inches, all round"
        }
      }
    ]
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
    "frontName": "Front",
    "print": {
      "maxWidthIn": 12,
      "maxHeightIn": 12,
      "sizesIn": {
        "small": 7,
        "medium": 9,
        "large": 11
      }
    },
    "placing": {
      "anchor": "middle",
      "places": [
        {
          "id": "center",
          "name": "Center",
          "left": 2,
          "top": 2,
          "width": 8,
          "height": 8
        },
        {
          "id": "full-front",
          "name": "Full front",
          "left": 0,
          "top": 0,
          "width": 12,
          "height": 12
        }
      ]
    },
    "sizeNotes": {
      "small": "7 inches wide",
      "medium": "9 inches wide",
      "large": "11 inches wide"
    },
    "sides": []
  }
] as const
