const WIDTH = 8

/**
 * A line of the one log, headed by who says it.
 * @param {string} who
 * @param {string} line
 */
export function say(who, line) {
  process.stdout.write(`${who.padEnd(WIDTH)} │ ${line}\n`)
}

/**
 * Seconds as a person reads them.
 * @param {number} ms
 */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
