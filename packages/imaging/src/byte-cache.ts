/** A value by its key, from memory or loaded. */
export type ByteCache<T> = (key: string, load: () => Promise<T>) => Promise<T>

/**
 * Keeps the values last used while their sizes sum to at most `limit` bytes; the newest is kept even if it is
 * larger. Callers that ask at once for the same key share one load, and a failed load is forgotten.
 */
export function createByteCache<T>(limit: number, bytesOf: (value: T) => number): ByteCache<T> {
  const kept = new Map<string, { value: Promise<T>; bytes: number }>()
  return async (key, load) => {
    const found = kept.get(key)
    if (found) {
      kept.delete(key)
      kept.set(key, found)
      return found.value
    }
    const entry = { value: load(), bytes: 0 }
    kept.set(key, entry)
    try {
      const value = await entry.value
      entry.bytes = bytesOf(value)
    } catch (error) {
      kept.delete(key)
      throw error
    }
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [oldest, { bytes }] of kept) {
      if (total <= limit) break
      if (oldest === key) continue
      kept.delete(oldest)
      total -= bytes
    }
    return entry.value
  }
}
