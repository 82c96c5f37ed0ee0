import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { seenByAccount } from '@/engines/history/note-observations.ts'
import { chunks } from '@/lib/chunks.ts'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'

const HOURS = 24
const HOUR = 3_600_000
/** A device that lost contact as often within a day is flapping; the simulated world counts in the same way. */
const MIN_LOSSES = 3
const MAX_DEVICES = 50

/** A device that loses contact again and again. */
export interface FlappingDevice {
  uuid: string
  name: string
  /** How often in the last 24 hours. */
  losses: number
}

/**
 * The devices of a fleet that flap, those with most losses first: from the records of a simulated world, else from what this
 * browser has observed. The platform is only asked for their names.
 */
export const flappingQuery = (fleetId: number, world: SimulationData | null) =>
  queryOptions({
    queryKey: ['flapping', { fleetId, simulated: world !== null }],
    queryFn: async ({ signal }): Promise<FlappingDevice[]> => {
      const found = world === null ? await observed() : await recorded(fleetId, world)
      const flapping: FlappingDevice[] = []
      // Devices of other fleets may be among them.
      for (const part of chunks(found, MAX_DEVICES)) {
        const rows = await api().data.query('device', signal, {
          $select: ['id', 'uuid', 'device_name'],
          $filter: {
            $and: [{ belongs_to__application: fleetId }, { uuid: { $in: part.map(([uuid]) => uuid) } }],
          },
        })
        const names = new Map(rows.map(({ uuid, device_name }) => [uuid, device_name]))
        for (const [uuid, losses] of part) {
          const name = names.get(uuid)
          if (name !== undefined) flapping.push({ uuid, name, losses })
        }
        if (flapping.length >= MAX_DEVICES) break
      }
      return flapping.slice(0, MAX_DEVICES)
    },
    refetchInterval: poll.fleetHistory,
  })

type Losses = readonly (readonly [uuid: string, losses: number])[]

async function recorded(fleetId: number, world: SimulationData): Promise<Losses> {
  const histories = await world.fleetHistories([fleetId], HOURS)
  return histories.flatMap(({ flapping }) => flapping.map(({ uuid, losses }) => [uuid, losses] as const))
}

async function observed(): Promise<Losses> {
  const to = api().now()
  const losses = await (await seenByAccount()).losses(to - HOURS * HOUR, to)
  return [...losses].filter(([, count]) => count >= MIN_LOSSES).toSorted(([, one], [, other]) => other - one)
}
