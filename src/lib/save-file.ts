/** Whether this browser can save generated files. */
export function canSaveFiles(): boolean {
  return (
    typeof document !== 'undefined' &&
    typeof URL.createObjectURL === 'function' &&
    'download' in document.createElement('a')
  )
}

/** A file name: lowercase; invalid characters are replaced by dashes (docs/decisions/product-rules.md, 27). */
export function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '-').toLowerCase()
}

/** A time for a file name, in UTC (docs/decisions/product-rules.md, 27). */
export function fileStamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 'yyyyMMdd-HHmmss'.length)
}

/** By the ending of the file's name; browsers on phones choose the program by it. */
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}
/** Without it, spreadsheets take UTF-8 for the code page of the computer. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Downloads a text as a file. */
export function saveTextFile(name: string, text: string): void {
  const ending = name.split('.').at(-1) ?? ''
  const content = ending === 'csv' ? BYTE_ORDER_MARK + text : text
  saveBlob(name, new Blob([content], { type: TYPES[ending] ?? 'text/plain;charset=utf-8' }))
}

/** Downloads data as a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the URL by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
