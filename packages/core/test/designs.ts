import { crc32, deflateSync } from 'node:zlib'

const SIDE = 900

/** A design of three inks, transparent around: a red bar above, a blue disc, and yellow blocks of nine widths. A PNG. */
export function drawBars(): Buffer {
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 4))
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const ink = inkAt(x, y)
      if (ink) rows.set([...ink, 255], y * (1 + SIDE * 4) + 1 + x * 4)
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function inkAt(x: number, y: number): readonly [number, number, number] | null {
  if (x >= 60 && x < 840 && y >= 80 && y < 170) return [213, 0, 50]
  if ((x - 280) ** 2 + (y - 480) ** 2 < 190 ** 2) return [30, 80, 180]
  const [column, row] = [Math.floor((x - 520) / 110), Math.floor((y - 330) / 110)]
  const isBlock =
    column >= 0 &&
    column < 3 &&
    row >= 0 &&
    row < 3 &&
    (x - 520) % 110 < 40 + 8 * (row * 3 + column) &&
    (y - 330) % 110 < 60
  return isBlock ? [224, 160, 32] : null
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
