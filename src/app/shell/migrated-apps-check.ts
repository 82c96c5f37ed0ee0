import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '@/api/api.ts'
import { migratedApps } from '@/domain/fleet/migrated-apps.ts'
import { applicationCountsQuery } from './shell.queries.ts'

/** Checks, once per user and browser, whether there are apps that the user may not know about. */
export function useMigratedAppsCheck(): void {
  const user = api().session.claims()?.id
  const isKnown = user === undefined || migratedApps.get()?.user === user
  const { data: counts } = useQuery({ ...applicationCountsQuery(), enabled: !isKnown })
  useEffect(() => {
    if (!isKnown && counts !== undefined) migratedApps.set({ user, hasApps: counts.app > 0 })
  }, [user, isKnown, counts])
}
