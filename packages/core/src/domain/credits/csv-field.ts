/** What a spreadsheet takes for a formula at the start of a cell, whatever stands around it. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/

/** A text as a field of CSV (RFC 4180): quoted, and an apostrophe before what a spreadsheet would run. */
export const csvField = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
