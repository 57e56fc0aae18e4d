/** Not every browser knows these types by name. */
const HEIC = /\.hei[cf]$/i
const PSD = /\.psd$/i

/** Whether browsers other than Safari show nothing of it: what it is the server alone can tell. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  HEIC.test(name) || /^image\/hei[cf]/.test(type)
export const isPsd = ({ type, name }: { type: string; name: string }): boolean =>
  PSD.test(name) || type === 'image/vnd.adobe.photoshop'
