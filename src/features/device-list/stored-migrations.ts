import { createStored } from '../../lib/stored.ts'

/** Names of the migrations that this browser has been through. */
const completed = createStored<readonly string[]>('balena__completed_migrations', [], (stored) =>
  Array.isArray(stored) ? stored.map(String) : undefined,
)

/** Takes over what an earlier version of the dashboard kept in this browser, once. */
export function migrate(name: string, change: () => void): void {
  const done = completed.get()
  if (done.includes(name)) return
  change()
  completed.set([...done, name])
}
