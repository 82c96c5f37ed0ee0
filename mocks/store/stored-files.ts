import type { Store } from './store.ts'
import type { Value } from './table.ts'

/** The path of stored files, followed by the secret of the file. */
export const FILES = '/storage/files/'

/** Deletes the file of a file field, whose value is an object with the URL of the file. */
export function forgetFile(store: Store, value: Value | undefined): void {
  if (typeof value !== 'object' || value === null || !('href' in value)) return
  const { href } = value
  if (typeof href === 'string') store.jobs.files.delete(href.slice(href.indexOf(FILES) + FILES.length))
}
