import { vi } from 'vitest'

export interface SavedFile {
  /** The file name. */
  name: string
  blob: Blob
}

/** Captures the files that the dashboard saves, in order, until mocks are restored. */
export function captureSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = []
  let blob = new Blob([])
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    if (made instanceof Blob) blob = made
    return 'blob:made'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
  return saved
}
