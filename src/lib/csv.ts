export type CsvValue = string | number | boolean | null

/**
 * Spreadsheets run a cell as a formula that begins so. Some leave out what stands before it, spaces and characters that are
 * not shown among them, and some take the full-width forms of East Asian keyboards for the plain ones.
 */
export const CSV_FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|^[\t\r\n]/u

/** No spreadsheet shows them, and some end the cell or the whole file there. */
const NOT_TEXT = /[\0\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A text as a cell of a file holds it. */
export function safeText(value: string): string {
  const text = value.replace(NOT_TEXT, '')
  return CSV_FORMULA.test(text) ? `'${text}` : text
}

function cell(value: CsvValue): string {
  if (value === null) return ''
  // Only texts come from elsewhere; numbers may begin with a minus.
  const text = typeof value === 'string' ? safeText(value) : String(value)
  return /[",\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvText(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [headers, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

const LINES = /[\t\r\n\u2028\u2029]+/g

/** A text as one line without what no screen shows: pasted into a terminal it runs nothing, into a sheet it stays one cell. */
export const lineText = (value: string): string => value.replace(LINES, ' ').replace(NOT_TEXT, '').trim()

/**
 * Rows as tab-separated text for the clipboard. What has columns is pasted into spreadsheets, so the rule of files holds here
 * too: a text that would run as a formula gets an apostrophe before it. A single value is copied by `lineText`, as it is.
 */
export function tsvText(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headers, ...rows].map((row) => row.map((value) => safeText(lineText(value))).join('\t')).join('\n')
}
