import { draw, hex8 } from '../base/random.ts'
import type { ReleasePlan } from '../definition/world-definition.ts'
import { copyVariables, noVariables } from '../device/environment.ts'
import type { History } from '../device/event-history.ts'
import { columnNames, makeColumns, resizedColumns } from './columns.ts'
import { TimerQueue } from './timer-queue.ts'
import {
  deviceMaps,
  makeState,
  noChanges,
  type DeviceMaps,
  type FleetState,
  type WorldState,
} from './world-state.ts'

const FORMAT = 2

/** The state of a world, for structured cloning. */
export interface WorldSnapshot extends Omit<WorldState, 'queue' | 'changes' | 'journal'> {
  format: number
}

function copyFleets(fleets: ReadonlyMap<number, FleetState>): Map<number, FleetState> {
  const copies = Array.from(fleets.values(), (fleet): [number, FleetState] => [
    fleet.id,
    {
      ...fleet,
      targetChanges: [...fleet.targetChanges],
      config: new Map(fleet.config),
      members: fleet.members.slice(0, Math.max(1, fleet.memberCount)),
      counts: fleet.counts.slice(),
    },
  ])
  return new Map(copies)
}

function copyMaps(state: DeviceMaps): DeviceMaps {
  const copies = deviceMaps(state).map(([name, map]) => [name, new Map(map)])
  const histories = Array.from(state.histories, ([index, { forgotten, list }]): [number, History] => [
    index,
    { forgotten, list: [...list] },
  ])
  // Each copy has the same key as its map.
  return { ...(Object.fromEntries(copies) as DeviceMaps), histories: new Map(histories) }
}

/** Mutable data is copied; values are shared, because they never change. */
function copyOf(
  state: Omit<WorldState, 'queue' | 'changes' | 'journal'>,
): Omit<WorldState, 'queue' | 'changes' | 'journal'> {
  return {
    seed: state.seed,
    now: state.now,
    size: state.size,
    columns: resizedColumns(state.columns, Math.max(1, state.size)),
    batches: [...state.batches],
    systems: [...state.systems],
    supervisors: [...state.supervisors],
    releases: new Map<number, ReleasePlan>(state.releases),
    fleets: copyFleets(state.fleets),
    uuidIndexes: new Map(state.uuidIndexes),
    variables: copyVariables(state.variables),
    frozen: state.frozen,
    ...copyMaps(state),
  }
}

export function takeSnapshot(state: WorldState): WorldSnapshot {
  return { format: FORMAT, ...copyOf(state) }
}

/** Throws on a snapshot of another format, which could be misread. */
export function stateFromSnapshot({ format, ...rest }: WorldSnapshot): WorldState {
  if (format !== FORMAT)
    throw new Error(`This world was saved in format ${format}; only format ${FORMAT} can be opened`)
  const queue = new TimerQueue(Math.max(64, rest.size))
  const state: WorldState = {
    ...makeState(rest.seed, rest.now),
    // A world saved by an earlier version has none.
    ...copyOf({ ...rest, variables: rest.variables ?? noVariables() }),
    changes: noChanges(),
    queue,
  }
  // A column missing in an older snapshot is filled with its empty value.
  state.columns = { ...makeColumns(Math.max(1, state.size)), ...state.columns }
  for (let index = 0; index < state.size; index++) {
    const at = state.columns.wakeAt[index] ?? Infinity
    if (state.columns.live[index] && at !== Infinity) queue.push(at, index)
  }
  return state
}

/** 16 hexadecimal digits: different worlds have different hashes, except with probability 2^-64. */
export function worldFingerprint(state: WorldState): string {
  const sum = new Digest()
  sum.number(state.seed)
  sum.number(state.now)
  sum.number(state.size)
  for (const name of columnNames(state.columns)) {
    const column = state.columns[name]
    for (let index = 0; index < state.size; index++)
      sum.number(state.columns.live[index] ? (column[index] ?? 0) : 0)
  }
  for (const fleet of state.fleets.values()) {
    sum.number(fleet.id)
    sum.value(fleet.targetReleaseId)
    sum.value([...fleet.counts])
    sum.value(fleet.targetChanges)
    sum.value(fleet.config)
  }
  sum.value(state.variables)
  for (const index of [...state.frozen].sort((a, b) => a - b)) sum.number(index)
  for (const [, sparse] of deviceMaps(state)) {
    for (const index of [...sparse.keys()].sort((a, b) => a - b)) {
      sum.number(index)
      sum.value(sparse.get(index))
    }
  }
  return sum.text()
}

/** A hash of anything that a structured clone can contain. */
export function digestOf(value: unknown): string {
  const sum = new Digest()
  sum.value(value)
  return sum.text()
}

/** The order of fields does not matter; undefined fields are ignored. */
const sortedEntries = (value: object): [string, unknown][] =>
  Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))

class Digest {
  #high = 0x1f123bb5
  #low = 0x5bd1e995
  #view = new DataView(new ArrayBuffer(8))

  number(value: number): void {
    // All NaNs are equal.
    this.#view.setFloat64(0, Number.isNaN(value) ? Number.NaN : value)
    const a = this.#view.getInt32(0)
    const b = this.#view.getInt32(4)
    this.#high = draw(this.#high, a, b, this.#low)
    this.#low = draw(this.#low, b, a, this.#high)
  }

  value(value: unknown): void {
    if (typeof value === 'number') this.number(value)
    else if (typeof value === 'string')
      for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i))
    else if (value instanceof Map) this.#entries([...value])
    else if (value instanceof Set) this.#list([...value])
    else if (value instanceof Uint8Array) this.#bytes(value)
    else if (Array.isArray(value)) this.#list(value)
    else if (typeof value === 'object' && value !== null) this.#entries(sortedEntries(value))
    else this.number(value === true ? 1 : value === false ? 2 : -1)
  }

  #list(list: readonly unknown[]): void {
    this.number(list.length)
    for (const it of list) this.value(it)
  }

  #bytes(bytes: Uint8Array): void {
    this.number(bytes.length)
    for (const byte of bytes) this.number(byte)
  }

  #entries(entries: readonly (readonly [unknown, unknown])[]): void {
    this.number(entries.length)
    for (const [key, value] of entries) {
      this.value(key)
      this.value(value)
    }
  }

  text(): string {
    return hex8(this.#high) + hex8(this.#low)
  }
}
