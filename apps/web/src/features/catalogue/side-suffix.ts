import { FRONT, labelOf } from '@printroom/contract/catalogue'

/** What is put to a picture's name where it does not show the front: `, Back`. */
export const sideSuffix = (side: string): string => (side === FRONT ? '' : `, ${labelOf(side)}`)
