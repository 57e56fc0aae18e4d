const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A PNG of 8 bits of grey, which no canvas writes by itself. @param pixels row by row, a square of `side` */
export async function greyPng(pixels: Uint8Array, side: number): Promise<Blob> {
  const rows = new Uint8Array((side + 1) * side)
  for (let y = 0; y < side; y++) rows.set(pixels.subarray(y * side, (y + 1) * side), y * (side + 1) + 1)
  const deflated = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(deflated).arrayBuffer())
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, side)
  header.setUint32(4, side)
  header.setUint8(8, 8)
  const parts = [part('IHDR', new Uint8Array(header.buffer)), part('IDAT', data), part('IEND', new Uint8Array())]
  return new Blob([new Uint8Array(SIGNATURE), ...parts], { type: 'image/png' })
}

function part(kind: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(kind), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** ISO 3309, as the PNG specification's annex D has it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
