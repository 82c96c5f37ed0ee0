import type { WorldFleet } from '@/simulation/world-file/world-schema.ts'
import { valueQuantiles, writtenDuration } from './written-values.ts'

export type Group = NonNullable<WorldFleet['devices']>[number]
type Connection = NonNullable<Group['connection']> | 'never'

/** What a capture keeps of a device until its group is written. All names are pseudonyms already. */
export interface CapturedDevice {
  /** Only if devices are written one by one. */
  name: string | null
  type: NonNullable<WorldFleet['type']>
  connection: Connection
  heldMs: number
  /** Version; null: none. */
  running: string | null
  pinned: string | null
  os: string | null
  supervisor: string | null
  cpu: number | null
  memory: number | null
  storage: number | null
  temperature: number | null
  /** Code of a place. */
  place: string | null
  isLocked: boolean
  updating: false | 'downloading' | 'installing'
  isInactive: boolean
  isUndervolted: boolean
  tags: readonly { key: string; value: string }[]
}

/** Groups of fewer devices join another, so that no device stands alone. */
const MIN_IN_GROUP = 3

/**
 * The properties that all devices of a group share, with how much it costs to give one up: a group that is too small joins the
 * one from which it differs least. Versions come last, because a group can mix them.
 */
const shared = {
  type: 64,
  connection: 32,
  isInactive: 32,
  updating: 16,
  isLocked: 8,
  pinned: 8,
  running: 1,
} as const satisfies Partial<Record<keyof CapturedDevice, number>>
type Shared = keyof typeof shared
const sharedNames = Object.keys(shared) as Shared[]

interface Cell {
  key: Pick<CapturedDevice, Shared>
  devices: CapturedDevice[]
}

export interface Grouped {
  groups: Group[]
  /** How many devices joined another group. */
  merged: number
}

/** One group for each device, with its name. */
export const singleGroups = (devices: readonly CapturedDevice[]): Grouped => ({
  groups: devices.map((one) => ({
    ...groupOf({ key: one, devices: [one] }),
    ...(one.name !== null && { name: one.name }),
  })),
  merged: 0,
})

/** Devices in groups of equal ones, at most so many; groups that would be too small join another. */
export function mixedGroups(devices: readonly CapturedDevice[], names: string, most: number): Grouped {
  const cells = new Map<string, Cell>()
  for (const one of devices) {
    const id = sharedNames.map((name) => String(one[name])).join('|')
    const cell = cells.get(id) ?? { key: one, devices: [] }
    cell.devices.push(one)
    cells.set(id, cell)
  }
  const left = [...cells.values()].toSorted((a, b) => a.devices.length - b.devices.length)
  let merged = 0
  for (;;) {
    const [smallest] = left
    const isSmall = smallest !== undefined && smallest.devices.length < MIN_IN_GROUP
    if (smallest === undefined || left.length === 1 || !(isSmall || left.length > most)) break
    left.shift()
    const into = left.reduce((best, one) => (costOf(smallest, one) < costOf(smallest, best) ? one : best))
    into.devices.push(...smallest.devices)
    merged += smallest.devices.length
    left.splice(left.indexOf(into), 1)
    const at = left.findIndex((one) => one.devices.length >= into.devices.length)
    left.splice(at < 0 ? left.length : at, 0, into)
  }
  return { groups: left.toReversed().map((cell) => ({ ...groupOf(cell), names })), merged }
}

/** What is lost if a group joins another; of equal ones the larger is better. */
function costOf(one: Cell, other: Cell): number {
  const lost = sharedNames.reduce(
    (sum, name) => sum + (one.key[name] === other.key[name] ? 0 : shared[name]),
    0,
  )
  return lost - other.devices.length / 1_000_000
}

function counted<Value extends string>(values: readonly (Value | null)[]): Record<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
  return Object.fromEntries(sorted) as Record<Value, number>
}

/** A single value as it is, several as numbers of devices. */
function mixOf<Value extends string>(
  values: readonly (Value | null)[],
): Value | Record<Value, number> | undefined {
  const counts = counted(values)
  const [first, ...others] = Object.keys(counts) as Value[]
  return first === undefined ? undefined : others.length === 0 ? first : counts
}

const personaOf = ({ connection, isUndervolted }: CapturedDevice) =>
  connection === 'never' ? 'never-seen' : isUndervolted ? 'undervolted' : 'steady'

function groupOf({ key, devices }: Cell): Group {
  const of = <Name extends keyof CapturedDevice>(name: Name) => devices.map((one) => one[name])
  const numbers = (name: 'cpu' | 'memory' | 'storage' | 'temperature') =>
    valueQuantiles(of(name).filter((value) => value !== null))
  const { connection, pinned } = key
  const usage = {
    cpu: numbers('cpu'),
    memory: numbers('memory'),
    storage: numbers('storage'),
    temperature: numbers('temperature'),
  }
  const hasUsage = Object.values(usage).some((spread) => spread !== undefined)
  const held = valueQuantiles(of('heldMs'))?.map(writtenDuration)
  const optional = {
    personas: mixOf(devices.map(personaOf)),
    running: mixOf(devices.map(({ running }) => running ?? 'nothing')),
    os: mixOf(of('os')),
    supervisor: mixOf(of('supervisor')),
    usage: hasUsage ? usage : undefined,
    pinned: pinned ?? undefined,
    places: placesOf(devices),
    tags: tagsOf(devices),
    locked: key.isLocked ? 1 : undefined,
    updating: key.updating || undefined,
    inactive: key.isInactive || undefined,
    ...(connection !== 'never' && { connection, since: held }),
  }
  return defined({ count: devices.length, exact: true, type: key.type, ...optional })
}

function placesOf(devices: readonly CapturedDevice[]): Record<string, number> | undefined {
  const places = counted(devices.map(({ place }) => place))
  return Object.keys(places).length === 0 ? undefined : places
}

/** More tags than a device usually has. */
const MAX_TAGS = 20

/** Values that nearly every device has for itself, such as serial numbers, are only counted. */
const MAX_VALUES = 60

function tagsOf(devices: readonly CapturedDevice[]): Group['tags'] {
  const byKey = new Map<string, string[]>()
  for (const { tags } of devices)
    for (const { key, value } of tags) {
      const values = byKey.get(key)
      if (values === undefined) byKey.set(key, [value])
      else values.push(value)
    }
  if (byKey.size === 0) return undefined
  return [...byKey]
    .toSorted(([a, many], [b, few]) => few.length - many.length || (a < b ? -1 : 1))
    .slice(0, MAX_TAGS)
    .map(([key, values]) => {
      const distinct = new Set(values).size
      if (distinct <= MAX_VALUES) return { key, values: counted(values) }
      const every = Math.max(1, Math.floor(devices.length / values.length))
      return { key, value: '{n}', cycle: distinct, every }
    })
}

/** Without the fields that are undefined, also inside. */
function defined<Value extends object>(value: Value): Value {
  const fields = Object.entries(value).flatMap(([key, field]: [string, unknown]) =>
    field === undefined
      ? []
      : [
          [
            key,
            typeof field === 'object' && field !== null && !Array.isArray(field) ? defined(field) : field,
          ],
        ],
  )
  return Object.fromEntries(fields) as Value
}
