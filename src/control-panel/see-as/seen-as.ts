import { createStored } from '@/lib/stored.ts'

/** As whom a page is viewed, and by whom. */
export interface SeenAs {
  username: string
  name: string
  role: string
  /** The real user. */
  own: { name: string; session: string }
  /** The viewed page, and the page shown instead to users without access. */
  page: string
  shown: string
}

/** Null when not in use. Survives a reload of the tab. */
export const seenAs = createStored<SeenAs | null>(
  'seen-as',
  null,
  readSeenAs,
  () => globalThis.sessionStorage,
)

function readSeenAs(stored: unknown): SeenAs | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { username, name, role, own, page, shown } = stored as Partial<Record<keyof SeenAs, unknown>>
  if (typeof own !== 'object' || own === null) return undefined
  const { name: ownName, session } = own as Partial<Record<keyof SeenAs['own'], unknown>>
  return typeof username === 'string' &&
    typeof name === 'string' &&
    typeof role === 'string' &&
    typeof page === 'string' &&
    typeof shown === 'string' &&
    typeof ownName === 'string' &&
    typeof session === 'string'
    ? { username, name, role, page, shown, own: { name: ownName, session } }
    : undefined
}
