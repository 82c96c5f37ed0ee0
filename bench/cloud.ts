// node --expose-gc bench/cloud.ts DEVICES: measures one world in a separate process and prints the figures as JSON.

import { createClock } from '../mocks/base/clock.ts'
import { createCloud } from '../mocks/cloud.ts'
import type { Cloud } from '../mocks/cloud.ts'
import { START } from '../mocks/worlds/scenario.ts'
import { restoreWorld } from '../simulator/world/simulated-world.ts'
import { ORIGIN, signIn } from './asking.ts'
import { cloudBounds, type Bound } from './budgets.ts'
import type { Figure } from './report.ts'
import {
  STATUSES,
  TABLE_FILTERS,
  TABLE_ORDERS,
  TABLE_ORDER_LISTS,
  attentionCount,
  countByStatus,
  devicePage,
  devicePageByMany,
  deviceSearch,
  deviceSearchCount,
  deviceWithServices,
  filteredCount,
  filteredPage,
  fleetList,
  largestFleet,
  someDevices,
} from './requests.ts'
import { busy, elapsed, quantile } from './timing.ts'
import { measureWrites } from './writes.ts'

const HOUR_MS = 3_600_000
/** Each request is repeated up to this many times, or up to this long. */
const MAX_RUNS = 200
const MAX_MS = 2_000
/** Warms up the JIT compiler; the time of the very first request is printed beside the figure. */
const WARM_UP_RUNS = 300
const MAX_WARM_UP_MS = 1_000

const devices = Number(process.argv[2])
const isLargest = devices === 100_000
const figures: Figure[] = []

const memory = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_000_000
}

async function openWorld(): Promise<Cloud> {
  createCloud({ scenario: 'first-look' }).dispose()
  const before = memory()
  const opened: Cloud[] = []
  const ms = await elapsed(() =>
    opened.push(createCloud({ scenario: 'release-day', devices, clock: createClock(START, 0) })),
  )
  const [cloud] = opened
  if (cloud === undefined) throw new Error('No cloud')
  figures.push(
    { what: 'create the world', value: ms, unit: 'ms', ...(isLargest && cloudBounds.create) },
    { what: 'its memory', value: memory() - before, unit: 'MB', ...(isLargest && cloudBounds.memory) },
  )
  return cloud
}

const cloud = await openWorld()

const asker = await signIn(cloud)
const { ask } = asker

/** Repeats a request; before each run the world advances by a second, and each request differs from the previous one. */
async function measure(what: string, urls: (run: number) => string[], bound: Bound = {}) {
  const times: number[] = []
  const once = async (run: number) => {
    cloud.clock.advanceTo(cloud.clock.now() + 1_000)
    // The first request after a clock change advances the world, which is measured separately.
    await cloud.handle(new Request(`${ORIGIN}/ping`))
    const asked = urls(run)
    return busy(async () => {
      for (const url of asked) await ask(url)
    })
  }
  const first = await once(0)
  const warmFrom = performance.now()
  for (let run = 1; run < WARM_UP_RUNS && performance.now() - warmFrom < MAX_WARM_UP_MS; run++) {
    await once(run)
  }
  const started = performance.now()
  for (let run = 0; run < MAX_RUNS && performance.now() - started < MAX_MS; run++) times.push(await once(run))
  times.sort((one, other) => one - other)
  const perSecond = (1_000 * times.length) / times.reduce((sum, ms) => sum + ms, 0)
  figures.push({
    what: `${what}, p95`,
    value: quantile(times, 0.95),
    unit: 'ms',
    ...bound,
    note: `p50 ${quantile(times, 0.5).toFixed(2)} ms, ${Math.round(perSecond).toLocaleString('en')}/s, the first ${first.toFixed(0)} ms`,
  })
}

const fleet = Number((await ask(largestFleet())).d[0]?.['id'])
const uuids = (await ask(someDevices(fleet, 500))).d.map(({ uuid }) => String(uuid))
const ifLargest = (bound: Bound) => (isLargest ? bound : {})

await measure('fleet list', () => [fleetList()])
await measure(
  'device with its services',
  (run) => [deviceWithServices(uuids[run % uuids.length] ?? '')],
  cloudBounds.device,
)
for (const order of TABLE_ORDERS)
  await measure(
    `device table by ${order}`,
    (run) => [devicePage(fleet, order, 50 * (run % 10), run % 2 === 0 ? 'asc' : 'desc')],
    ifLargest(cloudBounds.page),
  )
for (const orders of TABLE_ORDER_LISTS)
  await measure(
    `device table by ${orders.join(', ')}`,
    (run) => [devicePageByMany(fleet, orders, 50 * (run % 10), run % 2 === 0 ? 'asc' : 'desc')],
    ifLargest(cloudBounds.pageByMany),
  )
await measure(
  'device table by device_name, far down',
  (run) => [devicePage(fleet, 'device_name', Math.floor(devices / 2) + 50 * (run % 10))],
  ifLargest(cloudBounds.page),
)
const SOUGHT = {
  'one letter': ['a', 'e', 'o'],
  'part of a name': ['owl', 'swift-', 'moor'],
  hexadecimal: ['ab', '4f', 'beef'],
}
for (const [what, texts] of Object.entries(SOUGHT)) {
  const textOf = (run: number) => texts[run % texts.length] ?? ''
  await measure(
    `device table, search for ${what}`,
    (run) => [deviceSearch(fleet, textOf(run))],
    ifLargest(cloudBounds.page),
  )
  await measure(
    `count of the search for ${what}`,
    (run) => [deviceSearchCount(fleet, textOf(run))],
    ifLargest(cloudBounds.page),
  )
}
for (const name of Object.keys(TABLE_FILTERS) as (keyof typeof TABLE_FILTERS)[]) {
  await measure(
    `device table, filtered by ${name}`,
    () => [filteredPage(fleet, name)],
    ifLargest(cloudBounds.page),
  )
  await measure(`count of ${name}`, () => [filteredCount(fleet, name)], ifLargest(cloudBounds.page))
}
await measure(
  'count of devices that need attention',
  () => [attentionCount(fleet, cloud.clock.now())],
  // The limits of a page sorted by a metric: every tenth run all metrics have changed, and this query reads three of them.
  ifLargest(cloudBounds.page),
)
await measure(
  'counts by status (7 requests)',
  () => STATUSES.map((status) => countByStatus(fleet, status)),
  ifLargest(cloudBounds.counts),
)

const snapshots: ReturnType<Cloud['snapshot']>[] = []
const snapshotMs = await elapsed(() => snapshots.push(cloud.snapshot()))
const [snapshot] = snapshots
if (snapshot === undefined) throw new Error('No snapshot')
const cloneMs = await elapsed(() => structuredClone(snapshot))
const restoreMs = await elapsed(() => createCloud({ scenario: 'release-day', snapshot }).dispose())
figures.push(
  {
    what: 'keep the world',
    value: snapshotMs + cloneMs,
    unit: 'ms',
    note: `snapshot ${snapshotMs.toFixed(0)} ms`,
  },
  { what: 'restore the world', value: restoreMs, unit: 'ms' },
)

const world = restoreWorld(snapshot.world)
let events = 0
const hourMs = await elapsed(() => {
  events = world.advanceTo(world.now() + HOUR_MS)
})
figures.push(
  { what: 'jump of one hour', value: hourMs, unit: 'ms', note: `${events.toLocaleString('en')} events` },
  { what: 'simulated events', value: (1_000 * events) / hourMs, unit: '/s' },
)

if (isLargest) figures.push(...(await measureWrites(asker, fleet)))

cloud.dispose()
process.stdout.write(JSON.stringify(figures))
