/** Says how far something is: on a terminal in one line that is drawn again, elsewhere a line each time it is something else. */
export type ProgressLine = { show(text: string): void; end(): void }

/** @param out usually standard error: standard output is for results */
export function createProgress(out: { isTTY?: boolean; columns?: number; write(text: string): unknown }): ProgressLine {
  let last = ''
  return {
    show(text) {
      if (text === last) return
      last = text
      // A line that wraps could not be drawn over.
      out.write(out.isTTY ? `\r\u001B[2K${text.slice(0, (out.columns ?? 80) - 1)}` : `${text}\n`)
    },
    end() {
      if (out.isTTY && last !== '') out.write('\r\u001B[2K')
      last = ''
    },
  }
}
