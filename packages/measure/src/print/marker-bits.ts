import { type OpenCv, loadOpenCv } from '../find/opencv.ts'
import { MARKER_CELLS } from './sheet.ts'

/** The dictionary of this version's markers: 1000 of 5 × 5 bits, of which any two differ in at least 5. */
export const dictionaryOf = (cv: OpenCv) => cv.getPredefinedDictionary(cv.DICT_5X5_1000)

/** Which of a marker's 7 × 7 cells are white, row by row, its black border with them. */
export async function markerBits(ids: readonly number[]): Promise<boolean[][]> {
  const { cv } = await loadOpenCv()
  const dictionary = dictionaryOf(cv)
  const picture = new cv.Mat()
  const bits = ids.map((id) => {
    cv.generateImageMarker(dictionary, id, MARKER_CELLS, picture, 1)
    return Array.from(picture.data as Uint8Array, (value) => value > 127)
  })
  picture.delete()
  dictionary.delete()
  return bits
}
