import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { externalDevices } from '@/domain/polling.ts'

const NONE: ReadonlySet<number> = new Set()

/** The ids of external devices: real ones, or other clients, among the simulated devices of a mock cloud. */
const externalDevicesQuery = () =>
  queryOptions({
    queryKey: ['external-devices'],
    async queryFn(): Promise<ReadonlySet<number>> {
      const answer = await api().http.glance('/__flotilla/external-devices')
      // A cloud inside the browser has none.
      if (answer?.status === 404) return NONE
      // Without an answer, what is known stays.
      if (answer?.status !== 200)
        throw new Error(`External devices are not known: ${answer?.status ?? 'no answer'}`)
      const ids = answer.json
      const known = Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
      // The same value as before the answer, so that nothing renders again.
      return known.length === 0 ? NONE : new Set(known)
    },
    // No real platform is asked for its simulated devices.
    enabled: api().isMock,
    staleTime: externalDevices,
  })

/** The ids of the devices outside of the simulation. None on platforms that simulate nothing. */
export function useExternalDevices(): ReadonlySet<number> {
  const { data = NONE } = useQuery(externalDevicesQuery())
  return data
}
