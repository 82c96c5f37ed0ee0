import { createStored } from '@/lib/stored.ts'

/** As whom a page is looked at, and who looks. */
export interface SeenAs {
  username: string
  name: string
  role: string
  /** Who went to look. */
  own: { name: string; session: string }
  /** The page that is looked at, and the one that is shown instead to who may not see it. */
  page: string
  shown: string
}

/** Null: everybody is who they are. Survives a reload of the tab. */
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
