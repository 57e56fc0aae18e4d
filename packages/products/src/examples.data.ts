// Generated from the folders of the products by `npm run products`. Not to be changed by hand.

export const EXAMPLES = [
  {
    "product": "t-shirt",
    "name": "whale-tee",
    "position": 1,
    "design": "night-whale",
    "baseModel": "bella-canvas-3001",
    "colour": "navy",
    "style": "studio-front",
    "background": "off-white",
    "alt": "A whale below the moon on a navy t-shirt that hangs on a hanger before off-white",
    "landing": {
      "gallery": 2,
      "caption": "T-Shirt, Navy, studio front"
    }
  },
  {
    "product": "tote-bag",
    "name": "badge-tote",
    "position": 2,
    "design": "trail-badge",
    "baseModel": null,
    "colour": "natural",
    "style": "lifestyle-casual",
    "background": "outdoor-natural",
    "gender": "woman",
    "alt": "A round hiking badge on a natural tote bag that somebody carries over the shoulder in a park",
    "landing": {
      "step": 4
    }
  },
  {
    "product": "mug",
    "name": "whale-mug",
    "position": 3,
    "design": "night-whale",
    "baseModel": null,
    "colour": "mug-navy",
    "style": "lifestyle-use",
    "background": "cozy-living-room",
    "alt": "A whale below the moon on a navy mug, on a wooden table in a living room",
    "landing": {
      "gallery": 1,
      "caption": "Mug, Navy, living room"
    }
  },
  {
    "product": "tote-bag",
    "name": "tiles-tote",
    "position": 4,
    "design": "quarter-tiles",
    "baseModel": null,
    "colour": "natural",
    "style": "studio-front",
    "background": "outdoor-natural",
    "alt": "A pattern of colored quarter circles on a natural tote bag, hung on a wall of weathered boards",
    "landing": {
      "gallery": 3,
      "caption": "Tote Bag, Natural, on a wall"
    }
  },
  {
    "product": "hoodie",
    "name": "badge-hoodie",
    "position": 5,
    "design": "trail-badge",
    "baseModel": "gildan-18500",
    "colour": "forest-green",
    "style": "lifestyle-casual",
    "background": "outdoor-natural",
    "gender": "man",
    "alt": "A man in a forest green hoodie with a round hiking badge, in a garden",
    "landing": {
      "step": 3
    }
  },
  {
    "product": "mug",
    "name": "words-mug",
    "position": 6,
    "design": "room-to-wander",
    "baseModel": null,
    "colour": "mug-almond",
    "style": "lifestyle-use",
    "background": "outdoor-garden",
    "alt": "The words Room to wander, time to make on an almond mug, on a table in a garden",
    "landing": {
      "gallery": 5,
      "caption": "Mug, Almond, garden"
    }
  },
  {
    "product": "crewneck-sweatshirt",
    "name": "badge-crewneck",
    "position": 7,
    "design": "trail-badge",
    "baseModel": "gildan-18000",
    "colour": "sport-grey-18000",
    "style": "lifestyle-casual",
    "background": "lifestyle-indoor",
    "gender": "man",
    "alt": "A man in a sport grey sweatshirt with a round hiking badge, by a window",
    "landing": {
      "step": 1,
      "gallery": 6,
      "caption": "Crewneck Sweatshirt, Sport Grey, worn indoors"
    }
  },
  {
    "product": "mug",
    "name": "badge-mug",
    "position": 8,
    "design": "trail-badge",
    "baseModel": null,
    "colour": "mug-white",
    "style": "lifestyle-use",
    "background": "kitchen-interior",
    "alt": "A round hiking badge on a white mug, on a wooden table in a kitchen",
    "landing": {
      "step": 2
    }
  },
  {
    "product": "t-shirt",
    "name": "words-tee",
    "position": 9,
    "design": "room-to-wander",
    "baseModel": "gildan-64000",
    "colour": "natural",
    "style": "flat-lay",
    "background": "wood-texture",
    "alt": "The words Room to wander, time to make on a natural t-shirt, laid flat on wood",
    "landing": {
      "gallery": 4,
      "caption": "T-Shirt, Natural, flat lay on wood"
    }
  },
  {
    "product": "tote-bag",
    "name": "whale-tote",
    "position": 10,
    "design": "night-whale",
    "baseModel": null,
    "colour": "black",
    "style": "studio-front",
    "background": "lifestyle-indoor",
    "alt": "A whale below the moon on a black tote bag, hung on a plastered wall"
  },
  {
    "product": "mug",
    "name": "tiles-mug",
    "position": 11,
    "design": "quarter-tiles",
    "baseModel": null,
    "colour": "mug-white",
    "style": "lifestyle-use",
    "background": "office-desk",
    "alt": "A pattern of colored quarter circles on a white mug, on a desk"
  },
  {
    "product": "t-shirt",
    "name": "words-worn",
    "position": 12,
    "design": "room-to-wander",
    "baseModel": "gildan-64000",
    "colour": "white",
    "style": "lifestyle-casual",
    "background": "cozy-interior",
    "gender": "woman",
    "alt": "A woman in a white t-shirt with the words Room to wander, time to make, in a living room"
  }
] as const
