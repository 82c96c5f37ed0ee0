import { useQuery } from '@tanstack/react-query'
import { stagingQuery } from '@/domain/platform/platform-config.queries.ts'
import { useServices } from '../services.tsx'

/** Whether this is a staging deployment; never in simulated mode. */
export function useIsStaging(): boolean {
  const { simulation } = useServices()
  const { data = false } = useQuery({ ...stagingQuery(), enabled: simulation === null })
  return data
}
