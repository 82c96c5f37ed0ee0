import type { Table } from './table.ts'

/** A handle is the user id times this, plus the application id, because the rows have no id. */
const APPLICATIONS = 1_000_000

const NONE: readonly number[] = []

const readOnly = () => {
  throw new Error('Direct access is derived from memberships')
}

export interface DirectAccessOptions {
  users(): Iterable<number>
  /** Ids of the applications on which this user has any role. */
  applicationsOf(user: number): ReadonlySet<number>
}

/** `user__has_direct_access_to__application`: the applications on which each user has a role, through organization, team or invitation. */
export function createDirectAccessTable({ users, applicationsOf }: DirectAccessOptions): Table {
  const pairsOf = (user: number) => [...applicationsOf(user)].map((id) => user * APPLICATIONS + id)
  return {
    resource: 'user__has_direct_access_to__application',
    size: 1000,
    *handles() {
      for (const user of users()) yield* pairsOf(user)
    },
    byId: () => -1,
    reader(field) {
      if (field === 'user') return (handle) => Math.floor(handle / APPLICATIONS)
      if (field === 'has_direct_access_to__application') return (handle) => handle % APPLICATIONS
      return () => null
    },
    find(field, value) {
      if (typeof value !== 'number') return NONE
      if (field === 'user') return pairsOf(value)
      if (field !== 'has_direct_access_to__application') return undefined
      const found: number[] = []
      for (const user of users()) if (applicationsOf(user).has(value)) found.push(user * APPLICATIONS + value)
      return found
    },
    insert: readOnly,
    update: readOnly,
    remove: readOnly,
  }
}
