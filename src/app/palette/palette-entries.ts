/** An entry of the palette. */
export interface PaletteEntry {
  id: string
  label: string
  /** A secondary text: the owner, or the short UUID. */
  detail?: string
  /** Other words that match. */
  keywords?: string
  kind: 'page' | 'fleet' | 'device' | 'action' | 'theme' | 'docs'
  choose: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
}

/** The entries whose label or keywords contain every word of the text. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, keywords = '' }) => {
    const haystack = `${label} ${keywords}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}

/** The next entry when moving by `step`, wrapping around; -1 when there is none. */
export function moved(current: number, step: number, count: number): number {
  return count === 0 ? -1 : (((current + step) % count) + count) % count
}
