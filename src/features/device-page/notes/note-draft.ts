const keyOf = (uuid: string) => `flotilla.note-draft.${uuid}`

/** What was being written about a device when the page was left or reloaded; null when nothing was. */
export function keptDraft(uuid: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(uuid))
  } catch {
    return null
  }
}

export function keepDraft(uuid: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(uuid), text)
  } catch {
    // Where storage is refused the draft lives as long as its form.
  }
}

export function dropDraft(uuid: string): void {
  try {
    sessionStorage.removeItem(keyOf(uuid))
  } catch {
    // As above.
  }
}
