/** Loads a value a key once and keeps the `limit` used last; a load that failed is tried again when it is asked for. */
export function keepLatest<T>(limit: number) {
  const kept = new Map<string, Promise<T>>()
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const value = kept.get(key) ?? load()
    kept.delete(key)
    kept.set(key, value)
    value.catch(() => kept.get(key) === value && kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return value
  }
}
