import { labelOf } from '@printroom/contract/catalogue'
import type { MockupWire } from '@printroom/contract/wire'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { groupTitle } from '~/features/mockups/group-mockups.ts'

/** What the picture shows, for those who do not see it: `sunset club on a Navy T-Shirt, Flat Lay`. */
export function describeMockup({ folder_name, product, colour, model_style, side }: MockupWire): string {
  const what = `${colourName(colour).label} ${labelOf(product)}, ${labelOf(model_style)}${sideSuffix(side)}`
  return folder_name ? `${groupTitle(folder_name)} on a ${what}` : what
}
