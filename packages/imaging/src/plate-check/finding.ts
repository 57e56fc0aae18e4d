/** Something about a plate that its maker should know. An error keeps it from being used; a warning does not. */
export type Finding = {
  level: 'error' | 'warning'
  /** What was looked at: a file's name, or one of the words below. */
  about: string
  /** A sentence with the figures. */
  sentence: string
}

/** @returns what a rule found, as an error about one thing */
export const error = (about: string, sentence: string): Finding => ({ level: 'error', about, sentence })

/** @returns what a rule found, as a warning about one thing */
export const warning = (about: string, sentence: string): Finding => ({ level: 'warning', about, sentence })

/** A share as people read it. */
export const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`
