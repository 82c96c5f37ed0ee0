export type CsvValue = string | number | boolean | null

/** Spreadsheets run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: CsvValue): string {
  if (value === null) return ''
  // Only texts come from elsewhere; numbers may begin with a minus.
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvText(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [headers, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
