import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { externalDevices } from '@/domain/polling.ts'

const NONE: ReadonlySet<number> = new Set()

/** The devices in the configuration of a mock cloud that are not simulated. */
function externalIn(config: unknown): ReadonlySet<number> {
  if (typeof config !== 'object' || config === null || !('externalDevices' in config)) return NONE
  const ids: unknown = config.externalDevices
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [])
}

/** Only a mock cloud calls itself simulated (openapi, `PlatformConfig`). */
function isMock(config: unknown): boolean {
  return (
    typeof config === 'object' &&
    config !== null &&
    'deployment' in config &&
    config.deployment === 'simulated'
  )
}

/** The ids of external devices: real ones, or other clients, among the simulated devices of a mock cloud. */
const externalDevicesQuery = () =>
  queryOptions({
    queryKey: ['external-devices'],
    queryFn: async () => externalIn((await api().http.glance('/config'))?.json),
    initialData: () => externalIn(api().platformConfig),
    enabled: isMock(api().platformConfig),
    staleTime: externalDevices,
  })

/** Whether a device is outside of the simulation. Always false on platforms that simulate nothing. */
export function useIsExternal(id: number): boolean {
  return useQuery({ ...externalDevicesQuery(), select: (ids) => ids.has(id) }).data
}
