import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { externalDevices } from '@/domain/polling.ts'

const NONE: ReadonlySet<number> = new Set()

/** The ids of external devices: real ones, or other clients, among the simulated devices of a mock cloud. */
const externalDevicesQuery = () =>
  queryOptions({
    queryKey: ['external-devices'],
    async queryFn() {
      const answer = await api().http.probe('/__flotilla/external-devices')
      const ids: unknown = answer?.status === 200 ? answer.json : []
      return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [])
    },
    // No real platform is asked for its simulated devices.
    enabled: api().isMock,
    staleTime: externalDevices,
  })

/** Whether a device is outside of the simulation. Always false on platforms that simulate nothing. */
export function useIsExternal(id: number): boolean {
  const { data = NONE } = useQuery(externalDevicesQuery())
  return data.has(id)
}
