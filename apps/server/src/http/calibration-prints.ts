import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Product, Side } from '@printroom/contract/catalogue'
import type { CalibrationFormat } from '@printroom/contract/scenes'
import { AppError } from '@printroom/core/errors'

/** Where `measure` leaves the calibration prints when it is built. */
const MADE = new URL('../../../../packages/measure/dist/prints/', import.meta.url)

type Print = { product: Product; side: Side; format: CalibrationFormat }

/** The calibration print of a product's side, some 100 KB, and what it is called when it is saved. @throws AppError unready */
export async function readCalibrationPrint({
  product,
  side,
  format,
}: Print): Promise<{ bytes: Buffer; filename: string }> {
  const name = `${product}-${side}.${format}`
  const bytes = await readFile(fileURLToPath(new URL(name, MADE))).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new AppError('unready') : error
  })
  return { bytes, filename: `calibration-print-${name}` }
}
