/** Signatures of a zip's parts (APPNOTE.TXT 4.3): its end, an entry of its directory. */
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const ENTRY = 0x02014b50
const STORED = 0

/** The files of a zip in which nothing is deflated, as we write them. @throws Error when it is another, or is cut short */
export function readStoredZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(END)
  if (end < 0) throw new Error('this is no whole zip')
  const files = new Map<string, Buffer>()
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 24)]
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(at) !== ENTRY || method !== STORED) throw new Error('this is no zip of ours')
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (from + size > zip.length) throw new Error('a file of the zip is cut short')
    files.set(zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(from, from + size))
    at += 46 + name + extra + comment
  }
  return files
}
