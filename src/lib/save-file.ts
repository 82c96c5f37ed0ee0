/** Whether this browser can save a file that a page made. */
export function canSaveFiles(): boolean {
  return (
    typeof document !== 'undefined' &&
    typeof URL.createObjectURL === 'function' &&
    'download' in document.createElement('a')
  )
}

/** A name for a file: lowercased; what such a name should not hold becomes a dash (docs/decisions/product-rules.md, 27). */
export function fileName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '-').toLowerCase()
}

/** A moment as a part of a file's name, in UTC (docs/decisions/product-rules.md, 27). */
export function fileStamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 'yyyyMMdd-HHmmss'.length)
}

/** Hands a text to the browser as a file. */
export function saveTextFile(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

/** Hands anything to the browser as a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the file by the next turn of its loop at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
