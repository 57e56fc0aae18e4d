import { expectLinear } from '@printroom/config/src/grows-linearly.ts'
import { HOSTILE_TEXTS } from '@printroom/config/src/hostile-texts.ts'
import { it } from 'vitest'
import { describeBrowser } from '../src/domain/auth/browser.ts'
import { readCookie } from '../src/domain/auth/cookie.ts'
import { csvField } from '../src/domain/credits/csv-field.ts'
import { networkOf } from '../src/domain/auth/sign-in-limit.ts'
import { DEFAULT_NAME_TEMPLATE, fileStem } from '@printroom/contract/naming'
import { folderNameOf } from '../src/domain/mockups/naming.ts'
import { isLoopback } from '../src/exposure.ts'
import { isUnreachable } from '../src/unreachable.ts'

const mockup = (folderName: string) => ({
  folderName,
  product: 'mug',
  productModel: null,
  colour: 'mug-white',
  modelStyle: 'studio-product',
  background: 'off-white',
  n: 1,
})

/** What reads a stranger's text besides the log and the schemas, which have tests of their own. */
const READERS: Record<string, (text: string) => unknown> = {
  'a cookie': (text) => readCookie(text, 'printroom_session'),
  'the name of a browser': describeBrowser,
  'an address': networkOf,
  'a host': isLoopback,
  'a field of a statement': csvField,
  'the message of an error': (text) => isUnreachable(new Error(text)),
}
/** What reads names, which the schemas have cut to 255 characters before. */
const READERS_OF_NAMES: Record<string, (text: string) => unknown> = {
  'a file': (text) => folderNameOf({ id: '0199f3a2-7c1e-7b7e-9d3c-2f1d8e5b6a70', filename: `${text}.png` }),
  'a folder': (text) => fileStem(DEFAULT_NAME_TEMPLATE, mockup(text), 'etsy'),
}

it.each(Object.entries(READERS))('%s is read in time by its length alone, up to 1 MB', (_, read) => {
  expectLinear(read, HOSTILE_TEXTS)
})

it.each(Object.entries(READERS_OF_NAMES))('the name of %s is read in time by its length alone', (_, read) => {
  expectLinear(read, HOSTILE_TEXTS, { most: 64 * 1024 })
})
