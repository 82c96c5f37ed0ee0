import { createStored } from '@/lib/stored.ts'

/** Names of the migrations completed in this browser. */
const completed = createStored<readonly string[]>('balena__completed_migrations', [], (stored) =>
  Array.isArray(stored) ? stored.map(String) : undefined,
)

/** Runs a migration of data stored by an earlier version, once per browser. */
export function migrate(name: string, change: () => void): void {
  const done = completed.get()
  if (done.includes(name)) return
  change()
  completed.set([...done, name])
}
