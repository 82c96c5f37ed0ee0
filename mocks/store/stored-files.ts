import type { Store } from './store.ts'
import type { Value } from './table.ts'

/** Where the platform hands out stored files: the secret of a file follows. */
export const FILES = '/storage/files/'

/** Drops the bytes behind the value of a file field, which is an object with the address of the file. */
export function forgetFile(store: Store, value: Value | undefined): void {
  if (typeof value !== 'object' || value === null || !('href' in value)) return
  const { href } = value
  if (typeof href === 'string') store.jobs.files.delete(href.slice(href.indexOf(FILES) + FILES.length))
}
