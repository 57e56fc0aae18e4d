/**
 * The folder of a design's mockups: its name as a slug, then digits that only this design has. The screen strips the
 * digits; they keep two designs of one name apart. The digits are the first 8 of the id's random part, as a number.
 */
export function folderNameOf(design: { id: string; filename: string }): string {
  const digits = BigInt(`0x${design.id.replaceAll('-', '').slice(-12)}`) % 1_000_000_000n
  return `${slugOf(design.filename.replace(/\.png$/i, '')) || 'design'}-${digits}`
}

/** Lower case letters and digits of any script, joined by single hyphens; at most 60 characters. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

type Named = { folderName: string; product: string; productModel: string | null; colour: string; modelStyle: string; background: string }

/** Paths inside a zip, in the order given: a folder a group, `design_product_model_colour_style_background_nn.jpg`. */
export function archivePaths(mockups: readonly Named[]): string[] {
  const seen = new Map<string, number>()
  return mockups.map((mockup) => {
    const design = mockup.folderName.replace(/-\d+$/, '')
    const parts = [design, mockup.product, mockup.productModel, mockup.colour, mockup.modelStyle, mockup.background]
    const stem = `${mockup.folderName}/${parts.filter(Boolean).join('_')}`
    const nth = (seen.get(stem) ?? 0) + 1
    seen.set(stem, nth)
    return `${stem}_${String(nth).padStart(2, '0')}.jpg`
  })
}
