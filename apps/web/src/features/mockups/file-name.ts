import type { MockupWire } from '@printroom/contract/wire'

/** What a single picture is called when it is saved. */
export const fileName = ({ folder_name, product, colour, model_style }: MockupWire): string =>
  [folder_name, product, colour, model_style].filter(Boolean).join('_') + '.jpg'
