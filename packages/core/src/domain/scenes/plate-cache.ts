/** The plates of sellers' own scenes on this machine's disk, as many as were used last. */
export type PlateCache = {
  /** The folder of a plate, unpacked from its file where it is not there yet. @throws StorageMissing; Error where it is no plate of ours */
  open(fileKey: string): Promise<string>
  /** Takes what was unpacked of deleted files away. */
  forget(keys: readonly string[]): Promise<void>
}
