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

/** Downloads a text as a file. */
export function saveTextFile(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))
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
