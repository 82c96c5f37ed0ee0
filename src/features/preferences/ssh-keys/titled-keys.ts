import type { SavedKey } from './key-import.ts'
import type { ReadSshKey } from './read-ssh-keys.ts'

/** The valid keys of a text, each once: one has the title, several have their comments or numbers beside it. */
export function titledKeys(title: string, read: readonly ReadSshKey[]): SavedKey[] {
  const valid = new Map<string, string>()
  for (const key of read) {
    if (key.problem !== undefined) continue
    const body = key.line.split(' ', 2).join(' ')
    if (![...valid.keys()].some((line) => line === body || line.startsWith(`${body} `)))
      valid.set(key.line, key.comment)
  }
  const titles = new Set<string>()
  return [...valid].map(([public_key, comment], at) => {
    const named = comment === '' ? `${title} ${at + 1}` : `${title} (${comment})`
    const unique = titles.has(named) ? `${named} ${at + 1}` : named
    titles.add(unique)
    return { title: valid.size === 1 ? title : unique.slice(0, LONGEST_TITLE), public_key }
  })
}

const LONGEST_TITLE = 120
