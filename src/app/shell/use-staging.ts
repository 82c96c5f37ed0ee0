import { useQuery } from '@tanstack/react-query'
import { useServices } from '@/app/services.tsx'
import { stagingQuery } from '@/domain/platform/platform-config.queries.ts'

/** Whether this is a staging deployment; never in simulated mode. */
export function useIsStaging(): boolean {
  const { simulation } = useServices()
  const { data = false } = useQuery({ ...stagingQuery(), enabled: simulation === null })
  return data
}
