import { FRONT, labelOf } from '@printroom/contract/catalogue'

/** What is put to a picture's name where it does not show the front: `, Back`. A server of the release before names no side. */
export const sideSuffix = (side: string | undefined): string =>
  side === undefined || side === FRONT ? '' : `, ${labelOf(side)}`
