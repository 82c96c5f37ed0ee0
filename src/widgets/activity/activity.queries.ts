import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import type { Entry } from '@/engines/activity/activity-entry.ts'
import { activityLog } from '@/engines/activity/activity-log.ts'
import { targetKey, type TargetNames } from '@/engines/activity/activity-rows.ts'
import type { SimulationData } from '@/simulation/simulation-data-context.tsx'
import { simulatedEntries } from './simulated-changes.ts'

/** Further targets are listed by id, without a name. */
const MAX_NAMED = 150

export const activityQuery = (account: number, revision: number) =>
  queryOptions({
    queryKey: ['activity', account, revision],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const log = activityLog(account)
      const entries = await log.entries()
      return { entries, isKept: await log.isKept() }
    },
  })

/** The changes of all clients in a simulated world. */
export const simulatedChangesQuery = (world: SimulationData) =>
  queryOptions({
    queryKey: ['simulated-changes'],
    refetchInterval: poll.activity,
    queryFn: async () => simulatedEntries(await world.changes()),
  })

const idsOf = (entries: readonly Entry[], kind: string): (number | string)[] => [
  ...new Set(
    entries.flatMap(({ targets }) => targets.filter((target) => target.kind === kind).map(({ id }) => id)),
  ),
]

const isNumber = (id: number | string) => typeof id === 'number'
const isText = (id: number | string) => typeof id === 'string'

/** The current names of the targets in the list, and what they belong to. */
export function namesQuery(entries: readonly Entry[]) {
  const devices = idsOf(entries, 'device')
  const ids = devices.filter(isNumber).slice(0, MAX_NAMED)
  const uuids = devices.filter(isText).slice(0, 20)
  const fleets = idsOf(entries, 'fleet').filter(isNumber).slice(0, MAX_NAMED)
  const organizations = idsOf(entries, 'organization').filter(isNumber).slice(0, MAX_NAMED)
  return queryOptions({
    queryKey: ['activity-names', ids, uuids, fleets, organizations],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<TargetNames> => {
      const { data } = api()
      const inFleet = { $select: ['id', 'app_name'], $expand: { organization: { $select: ['id'] } } } as const
      const device = {
        $select: ['id', 'uuid', 'device_name'],
        $expand: { belongs_to__application: inFleet },
      } as const
      const [byId, byUuid, applications, named] = await Promise.all([
        ids.length === 0 ? [] : data.query('device', signal, { ...device, $filter: { id: { $in: ids } } }),
        uuids.length === 0
          ? []
          : data.query('device', signal, { ...device, $filter: { uuid: { $in: uuids } } }),
        fleets.length === 0
          ? []
          : data.query('application', signal, { ...inFleet, $filter: { id: { $in: fleets } } }),
        organizations.length === 0
          ? []
          : data.query('organization', signal, {
              $select: ['id', 'name'],
              $filter: { id: { $in: organizations } },
            }),
      ])
      const names = new Map<string, string>()
      const fleetOf = new Map<string, number>()
      const organizationOf = new Map<string, number>()
      const uuidOf = new Map<string, string>()
      for (const each of [...byId, ...byUuid])
        for (const id of [each.id, each.uuid]) {
          const key = targetKey({ kind: 'device', id })
          const [fleet] = each.belongs_to__application
          const [organization] = fleet?.organization ?? []
          names.set(key, each.device_name)
          uuidOf.set(key, each.uuid)
          if (fleet) fleetOf.set(key, fleet.id)
          if (organization) organizationOf.set(key, organization.id)
        }
      for (const each of applications) {
        const key = targetKey({ kind: 'fleet', id: each.id })
        const [organization] = each.organization
        names.set(key, each.app_name)
        if (organization) organizationOf.set(key, organization.id)
      }
      for (const each of named) names.set(targetKey({ kind: 'organization', id: each.id }), each.name)
      return { names, fleetOf, organizationOf, uuidOf }
    },
  })
}
