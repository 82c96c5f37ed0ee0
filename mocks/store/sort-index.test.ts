import { expect, test } from 'vitest'
import { MINUTES, MIXED, PI, SECONDS, aWorld } from '../../simulator/testing/a-world.ts'
import type { World } from '../../simulator/world/world.ts'
import { inRange } from './field-index.ts'
import { createSortIndexes } from './sort-index.ts'
import type { SortedField } from './sort-index.ts'
import type { Reader, Value } from './table.ts'

const FIELDS = {
  seen: { kind: 'number', columns: ['lastConnectivityEvent'] },
  cpu: { kind: 'number', columns: ['cpuUsage'], few: true },
  memory: { kind: 'number', columns: ['memoryUsage'] },
  linked: { kind: 'boolean', columns: ['cloudlink'] },
  status: { kind: 'text', columns: ['overallStatus'] },
  update: { kind: 'text', columns: ['updateStatus'] },
  running: { kind: 'number', columns: ['runningReleaseId'], few: true },
  local: { kind: 'text', columns: ['ipAddress'] },
  address: {
    kind: 'number',
    columns: ['macAddress'],
    rank: (text: string) => Number.parseInt(text.replaceAll(':', ''), 16),
  },
} as const satisfies Record<string, SortedField>

const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

const readerOf = (world: World, field: keyof typeof FIELDS): Reader => world.column(FIELDS[field].columns[0])

function createIndexes(world: World) {
  return createSortIndexes({
    world,
    fields: FIELDS,
    reader: (field) => readerOf(world, names.find((name) => name === field) ?? 'seen'),
  })
}

/** The expected order: nulls last, equal values by index. */
function fullSort(world: World, field: keyof typeof FIELDS): number[] {
  const read = readerOf(world, field)
  const live = Array.from({ length: world.size }, (_, index) => index).filter((index) => world.exists(index))
  const compare = (one: Value, other: Value) => {
    if (one === other) return 0
    if (one === null) return 1
    return other === null || one < other ? -1 : 1
  }
  return live.sort((a, b) => compare(read(a), read(b)) || a - b)
}

const CHANGES: readonly ((world: World) => unknown)[] = [
  () => {},
  (world) => world.advanceTo(world.now() + SECONDS),
  (world) => world.setLink(4, false),
  (world) => world.advanceTo(world.now() + 20 * SECONDS),
  (world) => world.setPin(7, 2),
  (world) => world.removeDevice(9),
  (world) => world.advanceTo(world.now() + MINUTES),
  (world) => world.addDevice({ fleetId: 1, hardware: PI, at: world.now() }),
  (world) => world.setFleetTarget(1, 3),
  (world) => world.advanceTo(world.now() + 2 * MINUTES),
  (world) => world.advanceTo(world.now() + 40 * MINUTES),
]

test('an updated order equals a full sort', () => {
  const world = aWorld({ batch: { count: 400, personas: MIXED } })
  const orders = createIndexes(world)
  for (const change of CHANGES) {
    change(world)
    for (const name of names) expect(Array.from(orders(name).sorted()), name).toEqual(fullSort(world, name))
  }
})

test('finds the devices with a value, and groups contain each device once', () => {
  const world = aWorld({ target: 2, batch: { count: 300, personas: MIXED } })
  const orders = createIndexes(world)
  for (const change of CHANGES) {
    change(world)
    for (const name of ['linked', 'status', 'update', 'running', 'cpu', 'seen'] as const) {
      const read = readerOf(world, name)
      const groups = orders(name).groups()
      expect(groups.flatMap(({ handles }) => Array.from(handles))).toEqual(fullSort(world, name))
      for (const { value, handles } of groups) {
        expect(Array.from(handles).every((index) => read(index) === value)).toBe(true)
        expect(Array.from(orders(name).find(value))).toEqual(Array.from(handles))
        const marked = orders(name).marked(value)
        if (marked === undefined) continue
        const bits = Array.from({ length: world.size }, (_, at) => at).filter(
          (at) => ((marked.marks[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0,
        )
        expect([marked.length, bits]).toEqual([handles.length, Array.from(handles)])
      }
    }
    expect(orders('linked').marked(true)).toBeDefined()
    expect(orders('running').find(999)).toHaveLength(0)
    expect(orders('status').find('melted')).toHaveLength(0)
  }
})

test('range and text searches equal full scans, also after changes', () => {
  const world = aWorld({ batch: { count: 400, personas: MIXED } })
  const orders = createIndexes(world)
  const live = () => Array.from({ length: world.size }, (_, at) => at).filter((index) => world.exists(index))
  const sorted = (found: ArrayLike<number> | undefined) => Array.from(found ?? []).sort((a, b) => a - b)
  for (const change of CHANGES) {
    change(world)
    for (const name of ['cpu', 'memory', 'seen'] as const) {
      const read = readerOf(world, name)
      const border = read(live()[3] ?? 0) ?? 40
      for (const operator of ['gt', 'ge', 'lt', 'le'] as const) {
        const expected = live().filter((index) => inRange(operator, read(index), border))
        expect(sorted(orders(name).range(operator, border)), `${name} ${operator}`).toEqual(expected)
      }
    }
    const addressOf = readerOf(world, 'local')
    for (const part of ['10.', '.7', '192.168.3.14', 'x']) {
      const expected = live().filter((index) => String(addressOf(index)).includes(part))
      const query = { part, place: 'contains', lower: true } as const
      expect(sorted(orders('local').matching(query)), part).toEqual(expected)
    }
  }
})
