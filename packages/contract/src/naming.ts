import { FRONT } from './catalogue.ts'
import type { Preset } from './presets.ts'

/** What a file's name can be put together from, each in braces, and what it stands for. */
export const NAME_PARTS = {
  design: 'the design’s name',
  colour: 'the color',
  product: 'the product',
  model: 'the base model',
  scene: 'style and background, and the side where it is not the front',
  side: 'the side that is printed',
  n: 'the picture’s number in its design’s group',
} as const
type NamePart = keyof typeof NAME_PARTS

export const DEFAULT_NAME_TEMPLATE = '{design}-{colour}-{product}-{scene}-{n}'
export const NAME_TEMPLATE_MAX_CHARS = 120

/** What a name says of its mockup. `colour` is the color's name, `n` counts from 1 in the mockup's group, oldest first. */
export type Named = {
  folderName: string
  product: string
  productModel: string | null
  colour: string
  modelStyle: string
  background: string
  /** The front where it does not say. */
  side?: string | null
  n: number
}

/** What no system takes in a file's name, and what would be a folder. */
const FORBIDDEN = /[\p{Cc}/\\:*?"<>|]/u

/** Why a template cannot name files, as a sentence; null when it can. */
export function templateProblem(template: string): string | null {
  const text = template.trim()
  if (text === '') return 'A file name cannot be empty'
  if (text.length > NAME_TEMPLATE_MAX_CHARS) return `This is too long (maximum ${NAME_TEMPLATE_MAX_CHARS} characters)`
  const [, unknown] = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, part = '']) => !(part in NAME_PARTS)) ?? []
  if (unknown !== undefined)
    return `There is no part {${unknown}}; there are ${Object.keys(NAME_PARTS)
      .map((part) => `{${part}}`)
      .join(', ')}`
  const words = text.replaceAll(/\{[^{}]*\}/g, '')
  if (/[{}]/.test(words)) return 'A brace is open or closed alone'
  if (FORBIDDEN.test(words)) return 'A file name cannot hold / \\ : * ? " < > |'
  return text.startsWith('.') ? 'A file name cannot begin with a dot' : null
}

/**
 * A picture's file name without its ending, by a template. The number is in every name, at the end where the template
 * does not place it, and a shop's own version says for which shop it is: no two pictures of a group are called the same.
 */
export function fileStem(template: string, mockup: Named, preset: Preset = 'original'): string {
  const side = mockup.side ?? FRONT
  const parts: Record<NamePart, string> = {
    design: slugOf(mockup.folderName.replace(/-\d+$/, '')) || 'design',
    colour: slugOf(mockup.colour),
    product: mockup.product,
    model: mockup.productModel ?? '',
    // On a scene of the seller's own both are one word.
    scene: [...new Set([mockup.modelStyle, side === FRONT ? null : side, mockup.background])].filter(Boolean).join('-'),
    side,
    n: String(mockup.n).padStart(2, '0'),
  }
  const whole = template.includes('{n}') ? template : `${template}-{n}`
  const name = whole
    .replaceAll(/\{([a-z]+)\}/g, (_, part: NamePart) => parts[part])
    // A part that a product lacks leaves no double separator.
    .replaceAll(/([-_ .])[-_ .]+/g, '$1')
    .replace(/^[-_ .]+/, '')
  return preset === 'original' ? name : `${name}-${preset}`
}

/** Lower case letters and digits of any script without accents, joined by single hyphens; at most 60 characters. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
