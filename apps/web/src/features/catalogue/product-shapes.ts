import type { DesignSize, Product } from '@printroom/contract/catalogue'

type Shape = {
  /** Outline, and the lines drawn on it, in a field of 200 by 200. */
  outline: string
  behind?: string
  lines: string[]
  /** Top centre of the print area, and its widths. */
  print: { x: number; y: number; anchor: 'top' | 'middle'; width: Record<DesignSize, number> }
}

const SLEEVED =
  'M72 36C66 38 56 40 48 45C39 50 36 57 34 66L16 150C20 154 32 158 38 157L53 92L52 172C52 177 148 177 148 172L147 92L162 157C168 158 180 154 184 150L166 66C164 57 161 50 152 45C144 40 134 38 128 36C122 45 112 49 100 49C88 49 78 45 72 36Z'

export const SHAPES: Record<Product, Shape> = {
  't-shirt': {
    outline:
      'M72 34C66 36 55 40 46 44C38 48 34 54 31 60L13 94C18 100 32 107 39 108L50 90L49 174C49 179 151 179 151 174L150 90L161 108C168 107 182 100 187 94L169 60C166 54 162 48 154 44C145 40 134 36 128 34C122 44 112 48 100 48C88 48 78 44 72 34Z',
    lines: [
      'M69 35C76 49 87 54 100 54C113 54 124 49 131 35',
      'M49 169C80 173 120 173 151 169',
      'M50 90C52 80 53 72 52 62',
      'M150 90C148 80 147 72 148 62',
    ],
    print: { x: 100, y: 66, anchor: 'top', width: { small: 42, medium: 52, large: 62 } },
  },
  hoodie: {
    behind: 'M70 40C64 14 136 14 130 40C122 54 78 54 70 40Z',
    outline: SLEEVED,
    lines: [
      'M72 36C80 58 92 62 100 62C108 62 120 58 128 36',
      'M70 172L74 138C76 134 124 134 126 138L130 172',
      'M52 165C80 169 120 169 148 165',
      'M92 61L90 88',
      'M108 61L110 88',
    ],
    print: { x: 100, y: 72, anchor: 'top', width: { small: 36, medium: 44, large: 52 } },
  },
  'crewneck-sweatshirt': {
    outline: SLEEVED,
    lines: [
      'M69 37C76 52 88 56 100 56C112 56 124 52 131 37',
      'M52 164C80 168 120 168 148 164',
      'M18 142C24 146 34 149 40 149',
      'M182 142C176 146 166 149 160 149',
      'M96 57L100 65L104 57',
    ],
    print: { x: 100, y: 70, anchor: 'top', width: { small: 38, medium: 47, large: 56 } },
  },
  mug: {
    behind: 'M136 72C190 62 190 140 136 136L136 124C170 126 172 78 136 86Z',
    outline: 'M42 52C42 46 140 46 140 52L138 154C138 164 44 164 44 154Z',
    lines: ['M42 52C42 60 140 60 140 52'],
    print: { x: 91, y: 108, anchor: 'middle', width: { small: 46, medium: 56, large: 68 } },
  },
  'tote-bag': {
    behind: 'M66 76C62 6 138 6 134 76L126 76C128 18 72 18 74 76Z',
    outline: 'M40 72C40 71 160 71 160 72L166 180C166 184 34 184 34 180Z',
    lines: ['M40 82C80 83 120 83 160 82', 'M66 72L66 92L74 92L74 72', 'M126 72L126 92L134 92L134 72'],
    print: { x: 100, y: 132, anchor: 'middle', width: { small: 50, medium: 62, large: 76 } },
  },
}
