import type { DataClient } from '@/api/data.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import { downStatuses } from '@/domain/device/device-issues.ts'
import { compileQuery } from '@/domain/device/query/compile-query.ts'
import { resolveQuery } from '@/domain/device/query/filter-of-text.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import { lockedUntil } from '@/domain/device/update-lock.ts'
import { IDS_PER_REQUEST } from '@/domain/operations/run-batch.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { contractDeviceTypes } from '@/domain/release/contract-device-types.ts'
import { chunks } from '@/lib/chunks.ts'
import type { Candidate, SkipReason } from './rollout-members.ts'
import type { RolloutPlan } from './rollout-plan.ts'
import {
  allMembers,
  type Observation,
  type PinCommand,
  type RolloutState,
  type SeenDevice,
} from './rollout.ts'

const ROWS_PER_READ = 1_000
/** With more devices, pages of the fleet are read instead of single devices. */
const MAX_BY_ID = 5_000

const toInstantOrNull = (text: string | null) => (text === null ? null : Date.parse(text))

/** Reads the matching devices of a fleet in pages, ordered by id. */
async function* pagesOf<Row extends { id: number }>(read: ReadDevices<Row>, filter: DeviceFilter) {
  let last = 0
  for (;;) {
    const rows = await read({ $and: [filter, { id: { $gt: last } }] })
    yield rows
    if (rows.length < ROWS_PER_READ) return
    last = rows.at(-1)?.id ?? last
  }
}

type ReadDevices<Row extends { id: number }> = (filter: DeviceFilter) => Promise<Row[]>

/** Reads all pages; `read` processes the rows. */
async function readAll<Row extends { id: number }>(
  read: ReadDevices<Row>,
  filter: DeviceFilter,
): Promise<void> {
  const pages = pagesOf(read, filter)
  while ((await pages.next()).done !== true);
}

const inSteps = { $orderby: { id: 'asc' }, $top: ROWS_PER_READ } as const
const justId = { $select: ['id'] } as const

/** All requests of a rollout to the platform, for one fleet. */
export class RolloutPlatform {
  readonly #data: DataClient
  readonly #fleet: number
  readonly #now: () => number

  constructor(data: DataClient, fleet: number, now: () => number) {
    this.#data = data
    this.#fleet = fleet
    this.#now = now
  }

  async #release(id: number, signal?: AbortSignal) {
    const [release] = await this.#data.get({
      resource: 'release',
      options: {
        $select: ['id', 'is_invalidated', 'contract'],
        $filter: { id, belongs_to__application: this.#fleet, status: 'success' },
      },
      passthrough: { signal },
    })
    return release
  }

  /** The devices that the query of a plan matches, with the reason if one is skipped. */
  async candidates(
    plan: Pick<RolloutPlan, 'devices' | 'skip'>,
    releaseId: number,
    signal?: AbortSignal,
  ): Promise<Candidate[]> {
    const now = this.#now()
    const parsed = parseQuery(plan.devices)
    const types = contractDeviceTypes((await this.#release(releaseId, signal))?.contract)
    const inFleet: DeviceFilter = { belongs_to__application: this.#fleet }
    const query =
      parsed.ok && parsed.query !== undefined
        ? await resolveQuery(parsed.query, { data: this.#data, among: inFleet, signal })
        : undefined
    const read = ($filter: DeviceFilter) =>
      this.#data.get({
        resource: 'device',
        options: {
          $select: ['id', 'uuid', 'is_online', 'is_frozen', 'is_locked_until__date'],
          $expand: {
            is_pinned_on__release: justId,
            should_be_running__release: justId,
            is_running__release: justId,
            is_of__device_type: { $select: ['slug'] },
            device_tag: { $select: ['tag_key', 'value'] },
          },
          $filter,
          ...inSteps,
        },
        passthrough: { signal },
      })
    const candidates: Candidate[] = []
    for await (const rows of pagesOf(
      read,
      query === undefined ? inFleet : allOfFilters(inFleet, compileQuery(query, now)),
    )) {
      for (const row of rows) {
        const pin = row.is_pinned_on__release[0]?.id ?? null
        const target = row.should_be_running__release[0]?.id ?? null
        const type = row.is_of__device_type[0]?.slug
        const isTargeting = pin === releaseId || target === releaseId
        const reasons: [SkipReason, boolean][] = [
          ['already', isTargeting && row.is_running__release[0]?.id === releaseId],
          ['targeting', isTargeting],
          ['frozen', row.is_frozen],
          ['wrong-type', types.length > 0 && type !== undefined && !types.includes(type)],
          ['offline', plan.skip.includes('offline') && !row.is_online],
          ['locked', plan.skip.includes('locked') && lockedUntil(row.is_locked_until__date, now) !== null],
        ]
        candidates.push({
          id: row.id,
          uuid: row.uuid,
          pin,
          target,
          skip: reasons.find(([, holds]) => holds)?.[0] ?? null,
          tags: row.device_tag.map(({ tag_key, value }) => ({ key: tag_key, value })),
        })
      }
    }
    return candidates
  }

  /** Reads the state of the release and of the devices of all started stages. */
  async observe(state: RolloutState, signal?: AbortSignal): Promise<Omit<Observation, 'candidates'>> {
    const release = await this.#release(state.release.id, signal)
    const members = allMembers(state)
    const devices = new Map<number, SeenDevice>()
    const read = ($filter: DeviceFilter) =>
      this.#readSeen($filter, state.release.id, members, devices, signal)
    if (members.size > 0) {
      const inFleet: DeviceFilter = { belongs_to__application: this.#fleet }
      const target = state.release.id
      await readAll(read, { $and: [inFleet, { is_pinned_on__release: target }] })
      const others = [...members].filter((id) => !devices.has(id))
      if (others.length > MAX_BY_ID)
        await readAll(read, {
          $and: [
            inFleet,
            { $or: [{ is_pinned_on__release: null }, { is_pinned_on__release: { $ne: target } }] },
          ],
        })
      else
        for (const ids of chunks(others, IDS_PER_REQUEST))
          await read({ $and: [inFleet, { id: { $in: ids } }] })
    }
    return {
      release: release === undefined ? 'gone' : release.is_invalidated ? 'invalidated' : 'there',
      devices,
    }
  }

  async #readSeen(
    $filter: DeviceFilter,
    releaseId: number,
    members: ReadonlySet<number>,
    into: Map<number, SeenDevice>,
    signal?: AbortSignal,
  ): Promise<{ id: number }[]> {
    const rows = await this.#data.get({
      resource: 'device',
      options: {
        $select: [
          ...([
            'id',
            'uuid',
            'device_name',
            'is_online',
            'is_frozen',
            'update_status',
            'last_update_status_event',
          ] as const),
          'last_connectivity_event',
        ],
        $expand: {
          is_pinned_on__release: justId,
          is_running__release: justId,
          image_install: {
            $select: ['status'],
            $filter: { is_provided_by__release: releaseId, status: { $in: [...downStatuses] } },
          },
        },
        $filter,
        ...inSteps,
      },
      passthrough: { signal },
    })
    for (const row of rows) {
      if (!members.has(row.id)) continue
      into.set(row.id, {
        uuid: row.uuid,
        name: row.device_name,
        pin: row.is_pinned_on__release[0]?.id ?? null,
        runs: row.is_running__release[0]?.id ?? null,
        update: row.update_status,
        updateAt: toInstantOrNull(row.last_update_status_event),
        online: row.is_online,
        seen: toInstantOrNull(row.last_connectivity_event),
        frozen: row.is_frozen,
        down: row.image_install.length > 0,
        restarting: row.image_install.some(({ status }) => status === 'restarting'),
      })
    }
    return rows
  }

  /** Pins devices. Those that left the fleet, or are no longer pinned to `from`, do not change. */
  async pin({ ids, from, to }: PinCommand, signal?: AbortSignal): Promise<void> {
    for (const chunk of chunks(ids, IDS_PER_REQUEST)) {
      signal?.throwIfAborted()
      await this.#data.patch({
        resource: 'device',
        options: {
          $filter: {
            id: { $in: chunk },
            belongs_to__application: this.#fleet,
            is_pinned_on__release: from,
          },
        },
        body: { is_pinned_on__release: to },
      })
    }
  }
}
