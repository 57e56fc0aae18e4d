import { type Composed, emptyPicture } from '@printroom/studio/compose'

/** Pictures whose memory nobody uses at the moment: as many as were ever made at once. */
const idle: Composed[] = []

/**
 * Lends the memory of a square picture of `size` pixels from a buffer pool until the work with it is done. A picture of
 * 2048² takes 17 MB: made anew each time, it has the collector go through the whole heap for every other one.
 */
export async function withPooledPicture<T>(size: number, work: (picture: Composed) => Promise<T>): Promise<T> {
  const at = idle.findIndex(({ width }) => width === size)
  const [picture] = at < 0 ? [emptyPicture(size)] : idle.splice(at, 1)
  try {
    return await work(picture!)
  } finally {
    idle.push(picture!)
  }
}
