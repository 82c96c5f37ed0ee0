import { createStored } from '@/lib/stored.ts'

/** Whether the user had apps when this browser first checked. */
export interface MigratedApps {
  user: number
  hasApps: boolean
}

/** The result of the first check, which is not repeated; null before. */
export const migratedApps = createStored<MigratedApps | null>('migrated-apps', null, (stored) =>
  typeof stored === 'object' &&
  stored !== null &&
  'user' in stored &&
  typeof stored.user === 'number' &&
  'hasApps' in stored &&
  typeof stored.hasApps === 'boolean'
    ? { user: stored.user, hasApps: stored.hasApps }
    : undefined,
)
