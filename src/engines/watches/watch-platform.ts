import type { DataClient } from '@/api/data.ts'
import { isApiError } from '@/api/errors.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { needsAttention } from '@/domain/device/device-issues.ts'
import { filterOfText } from '@/domain/device/query/filter-of-text.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { changesFrom, MAX_IDS, type Seen } from './watch-engine.ts'
import {
  drawId,
  MAX_NAMED,
  plainName,
  type DeviceWatch,
  type Known,
  type ListWatch,
  type NamedDevice,
  type RolloutWatch,
  type Watch,
} from './watch.ts'

/** At most this many changes are read at once; further ones are counted. */
const CHANGES_PER_POLL = 200

/** The results of a round, by watch. `refused`: watches whose request the platform rejects. */
export interface Round {
  seen: ReadonlyMap<string, Seen>
  refused: readonly string[]
}

type RolloutRead = (fleet: number, signal: AbortSignal) => Promise<Extract<Seen, { kind: 'rollout' }> | null>

const named = ({ uuid, device_name: name }: { uuid: string; device_name: string }): NamedDevice => ({
  uuid,
  name: plainName(name),
})

const toInstantOrNull = (text: string | null): number | null => {
  const instant = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/**
 * Reads the state of all watched things: one request for all devices, one for the fleets of all lists and rollouts, and one
 * for each list or rollout. A further request follows only for names, or for a count if more changed than is read. The size
 * of the responses does not depend on the size of the fleet.
 */
export class WatchPlatform {
  readonly #data: DataClient
  readonly #now: () => number
  /** Kept between rounds: it does not read a rollout again that has not changed. */
  #readRollout: RolloutRead | undefined

  constructor(data: DataClient, now: () => number) {
    this.#data = data
    this.#now = now
  }

  /** @throws ApiError if the platform cannot be reached. */
  async poll(
    watches: readonly Watch[],
    knownOf: (watch: Watch) => Known | undefined,
    signal: AbortSignal,
  ): Promise<Round> {
    const seen = new Map<string, Seen>()
    const refused: string[] = []
    const devices = watches.filter((watch) => 'device' in watch)
    const others = watches.filter((watch) => 'fleet' in watch)
    if (devices.length > 0) for (const [id, one] of await this.#devices(devices, signal)) seen.set(id, one)
    if (others.length > 0) {
      const fleets = await this.#fleets(others, signal)
      for (const watch of others) {
        if (!fleets.has(watch.fleet.id)) {
          seen.set(watch.id, { kind: 'gone' })
          continue
        }
        try {
          seen.set(watch.id, await this.#of(watch, knownOf(watch), signal))
        } catch (error) {
          // Only this request is invalid or forbidden: the other watches continue.
          if (!isApiError(error, 'invalid') && !isApiError(error, 'forbidden')) throw error
          refused.push(watch.id)
        }
      }
    }
    return { seen, refused }
  }

  async #devices(watches: readonly DeviceWatch[], signal: AbortSignal): Promise<Map<string, Seen>> {
    const rows = await this.#data.get({
      resource: 'device',
      options: {
        $select: ['uuid', 'device_name', 'is_online', 'last_connectivity_event'],
        $expand: {
          is_running__release: { $select: ['id', 'commit', 'raw_version'] },
          should_be_running__release: { $select: ['id'] },
        },
        $filter: { uuid: { $in: [...new Set(watches.map(({ device }) => device.uuid))] } },
      },
      passthrough: { signal },
    })
    const byUuid = new Map(rows.map((row) => [row.uuid, row]))
    return new Map(
      watches.map((watch): [string, Seen] => {
        const row = byUuid.get(watch.device.uuid)
        if (row === undefined) return [watch.id, { kind: 'gone' }]
        const [running] = row.is_running__release
        return [
          watch.id,
          {
            kind: 'device',
            device: named(row),
            isOnline: row.is_online,
            connectionAt: toInstantOrNull(row.last_connectivity_event),
            running: running?.id ?? null,
            target: row.should_be_running__release[0]?.id ?? null,
            release: running === undefined ? null : plainName(releaseLabel(running)),
          },
        ]
      }),
    )
  }

  /** The fleets that are visible. An invisible fleet returns no devices, which must not count as a change. */
  async #fleets(watches: readonly (ListWatch | RolloutWatch)[], signal: AbortSignal): Promise<Set<number>> {
    const rows = await this.#data.get({
      resource: 'application',
      options: {
        $select: ['id'],
        $filter: { id: { $in: [...new Set(watches.map(({ fleet }) => fleet.id))] } },
      },
      passthrough: { signal },
    })
    return new Set(rows.map(({ id }) => id))
  }

  async #of(watch: ListWatch | RolloutWatch, known: Known | undefined, signal: AbortSignal): Promise<Seen> {
    if (watch.kind === 'rollout-stage') return this.#rollout(watch, signal)
    const now = this.#now()
    const inList = await filterOfText(watch.filter, now, {
      data: this.#data,
      among: { belongs_to__application: watch.fleet.id },
      signal,
    })
    return watch.kind === 'list-issue'
      ? this.#issues(allOfFilters(inList, needsAttention(now)), known, signal)
      : this.#changes(watch.kind, inList, new Date(changesFrom(known, now)).toISOString(), signal)
  }

  async #changes(
    kind: 'list-offline' | 'list-new',
    inList: DeviceFilter,
    from: string,
    signal: AbortSignal,
  ): Promise<Seen> {
    const isNew = kind === 'list-new'
    // Without a VPN, the heartbeat determines when a device went offline.
    const wentAt = this.#data.isHeartbeatOnly
      ? 'changed_api_heartbeat_state_on__date'
      : 'last_connectivity_event'
    const field = isNew ? 'created_at' : wentAt
    const filter = isNew
      ? allOfFilters(inList, { created_at: { $gt: from } })
      : allOfFilters(inList, { is_online: false }, { [wentAt]: { $gt: from } })
    const found = await this.#data.get({
      resource: 'device',
      options: {
        $select: ['uuid', 'device_name', field],
        $filter: filter,
        $orderby: { [field]: 'desc' },
        $top: CHANGES_PER_POLL,
      },
      passthrough: { signal },
    })
    const rows = found.flatMap((row) => {
      const at = toInstantOrNull(row[field])
      return at === null ? [] : [{ ...named(row), at }]
    })
    const total = found.length < CHANGES_PER_POLL ? rows.length : await this.#count(filter, signal)
    return { kind: 'changes', rows, total }
  }

  #count($filter: DeviceFilter, signal: AbortSignal): Promise<number> {
    return this.#data.get({
      resource: 'device',
      options: { $count: { $filter } },
      passthrough: { signal },
    })
  }

  async #issues($filter: DeviceFilter, known: Known | undefined, signal: AbortSignal): Promise<Seen> {
    const before = known?.kind === 'issues' ? known : undefined
    // If there were too many to compare, count them first.
    const counted = before?.ids === null ? await this.#count($filter, signal) : 0
    if (counted > MAX_IDS) return { kind: 'issues', count: counted, ids: null, named: [] }
    const rows = await this.#data.get({
      resource: 'device',
      options: { $select: ['id'], $filter, $orderby: { id: 'asc' }, $top: MAX_IDS + 1 },
      passthrough: { signal },
    })
    if (rows.length > MAX_IDS)
      return { kind: 'issues', count: await this.#count($filter, signal), ids: null, named: [] }
    const ids = rows.map(({ id }) => id)
    const had = new Set(before?.ids ?? ids)
    const fresh = ids.filter((id) => !had.has(id)).slice(0, MAX_NAMED)
    return { kind: 'issues', count: ids.length, ids, named: await this.#names(fresh, signal) }
  }

  async #names(ids: readonly number[], signal: AbortSignal): Promise<NamedDevice[]> {
    if (ids.length === 0) return []
    const rows = await this.#data.get({
      resource: 'device',
      options: { $select: ['uuid', 'device_name'], $filter: { id: { $in: [...ids] } } },
      passthrough: { signal },
    })
    return rows.map(named)
  }

  async #rollout(watch: RolloutWatch, signal: AbortSignal): Promise<Seen> {
    this.#readRollout ??= await rolloutReader(this.#data, this.#now)
    const rollout = await this.#readRollout(watch.fleet.id, signal)
    // The fleet now has another rollout than the watched one.
    return rollout?.rollout === watch.rollout.id ? rollout : { kind: 'gone' }
  }
}

/** Creates a reader of staged rollouts. Its modules are loaded only if one is watched. */
async function rolloutReader(data: DataClient, now: () => number): Promise<RolloutRead> {
  const [{ RolloutStore }, { RolloutUnreadable }, { stageName }] = await Promise.all([
    import('@/engines/rollouts/rollout-store.ts'),
    import('@/engines/rollouts/rollout-record.ts'),
    import('@/messages/rollouts/rollouts.ts'),
  ])
  const stores = new Map<number, InstanceType<typeof RolloutStore>>()
  return async (fleet, signal) => {
    const store = stores.get(fleet) ?? new RolloutStore(data, fleet, { id: drawId(), name: '' }, now)
    stores.set(fleet, store)
    try {
      const kept = await store.read(signal)
      if (kept === null) return null
      const { id, status, stages, plan } = kept.state
      return {
        kind: 'rollout',
        rollout: id,
        status,
        stages: stages.map(({ phase, since }, at) => ({
          name: stageName(plan.stages[at] ?? {}, at),
          isOver: phase === 'ended' || phase === 'skipped',
          since,
        })),
      }
    } catch (error) {
      if (error instanceof RolloutUnreadable) return null
      throw error
    }
  }
}
