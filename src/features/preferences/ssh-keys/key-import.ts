import { isSameKey } from './ssh-key.ts'

const PREFIX = 'GitHub Key'

export interface SavedKey {
  title: string
  public_key: string
}

/** The keys of a code host that are not saved yet, titled with the first free numbers. */
export function keysToImport(offered: readonly string[], saved: readonly SavedKey[]): SavedKey[] {
  const titles = new Set(saved.map(({ title }) => title))
  const fresh = offered.filter(
    (key, index) =>
      !saved.some(({ public_key: known }) => isSameKey(key, known)) &&
      offered.findIndex((other) => isSameKey(key, other)) === index,
  )
  return fresh.map((key) => {
    let number = 1
    while (titles.has(`${PREFIX} ${number}`)) number++
    const title = `${PREFIX} ${number}`
    titles.add(title)
    return { title, public_key: key }
  })
}
