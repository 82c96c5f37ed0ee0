import type { Source } from '../odata/source.ts'
import type { Store } from '../store/store.ts'
import type { Access } from './access.ts'
import { createVisibility } from './visibility.ts'

/** The data visible to one caller at one time. */
export function sourceFor(store: Store, access: Access, now: number): Source {
  return {
    schema: store.platform.clientSchema(store.schema),
    table: (resource) => store.table(resource),
    visibility: createVisibility(store, access, now),
    now: () => now,
  }
}

/** All data, for the cloud's own rules. */
export function unfilteredSource(store: Store, now: number): Source {
  return {
    schema: store.schema,
    table: (resource) => store.table(resource),
    visibility: () => undefined,
    now: () => now,
  }
}
