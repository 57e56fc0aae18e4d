import sharp from 'sharp'

/**
 * Where a picture's pixels come from: the studio alone, a generative model, or a model with the studio's work upon it
 * (the seller's print laid over, the product in another colour).
 */
export type Origin = 'studio' | 'model' | 'model-and-studio'

/** Terms of IPTC's vocabulary (cv.iptc.org/newscodes/digitalsourcetype) and what a person reads beside them. */
const MARKS: Record<Origin, { sourceType: string; description: string }> = {
  studio: {
    sourceType: 'digitalCreation',
    description: 'Composed from modelled scenes and the seller’s own design. No generative AI.',
  },
  model: { sourceType: 'trainedAlgorithmicMedia', description: 'Made by a generative AI model.' },
  'model-and-studio': {
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
    description: 'Made by a generative AI model, with the seller’s own design laid over it.',
  },
}

/** The XMP packet (XMP specification part 1) that says where a picture comes from, as shops and search engines read it. */
export function xmpOf(origin: Origin): string {
  const { sourceType, description } = MARKS[origin]
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:dc="http://purl.org/dc/elements/1.1/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${description}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
}

/**
 * What a stored picture says of its origin; null where it says nothing, as pictures of before the mark.
 * @throws Error when the bytes are no picture
 */
export async function originOf(bytes: Uint8Array): Promise<Origin | null> {
  const { xmpAsString = '' } = await sharp(bytes).metadata()
  const sourceType = /digitalsourcetype\/(\w+)"/.exec(xmpAsString)?.[1]
  const origins = Object.keys(MARKS) as Origin[]
  return origins.find((origin) => MARKS[origin].sourceType === sourceType) ?? null
}
