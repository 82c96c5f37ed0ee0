import { createStored } from '@/lib/stored.ts'

/** Whether a person had apps when this browser first looked. */
export interface MigratedApps {
  user: number
  hasApps: boolean
}

/** What the first check for apps found, which is never asked again; null before. */
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
