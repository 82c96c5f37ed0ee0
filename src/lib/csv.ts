export type CsvValue = string | number | boolean | null

/**
 * Spreadsheets run cells that start with these characters as formulas. Some ignore leading spaces and invisible
 * characters, and some accept the full-width variants of East Asian keyboards.
 */
const CSV_FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r\n]/u

/** Invisible characters, some of which end the cell or the file. */
const NOT_TEXT = /[\0\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/**
 * A formula after what separates cells or rows elsewhere: where semicolons separate, quotes in the middle of a cell mean
 * nothing, and `x;=1+1` is two cells.
 */
const INNER_FORMULA = /([;\t\r\n])(?=[ \p{Cc}\p{Cf}\p{Z}"]*'*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu
const INNER_APOSTROPHE = /([;\t\r\n])'(?=[ \p{Cc}\p{Cf}\p{Z}"]*'*[=+\-@＝＋－＠﹢﹣﹦﹫−])/gu

/** A text as a cell of a file. */
export function safeText(value: string): string {
  const text = value.replace(NOT_TEXT, '')
  const safe = text.replace(INNER_FORMULA, "$1'")
  return isFormula(text) ? `'${safe}` : safe
}

/** Also behind apostrophes: those of a text stay when the one that protects it is removed. */
const isFormula = (text: string) => CSV_FORMULA.test(text.replace(/^'+/, ''))

/** The text of a cell, without the apostrophes that prevent a spreadsheet from running it as a formula. */
export function cellText(cell: string): string {
  const text = cell.replace(INNER_APOSTROPHE, '$1')
  return text.startsWith("'") && isFormula(text) ? text.slice(1) : text
}

function cell(value: CsvValue): string {
  if (value === null) return ''
  // Only texts are untrusted; numbers can start with a minus.
  const text = typeof value === 'string' ? safeText(value) : String(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180). Texts that a spreadsheet would run as a formula are prefixed with an apostrophe. */
export function csvText(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [headers, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const LINES = /[\t\r\n\u2028\u2029]+/g

/** A text in one line without control characters: safe to paste into a terminal, and one cell in a spreadsheet. */
export const lineText = (value: string): string => value.replace(LINES, ' ').replace(NOT_TEXT, '').trim()

/**
 * Rows as tab-separated text for the clipboard, with the same protection against formulas as in files, because such text
 * is often pasted into spreadsheets. Single values are copied unchanged by `lineText`.
 */
export function tsvText(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headers, ...rows].map((row) => row.map((value) => safeText(lineText(value))).join('\t')).join('\n')
}
