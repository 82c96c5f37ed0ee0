// node --expose-gc bench/million.ts DEVICES: measures a very large world in a separate process and prints the figures as JSON.

import { createClock } from '../mocks/base/clock.ts'
import { createCloud } from '../mocks/cloud.ts'
import type { Cloud } from '../mocks/cloud.ts'
import { START } from '../mocks/worlds/scenario.ts'
import { signIn } from './asking.ts'
import { millionBounds, type Bound } from './budgets.ts'
import type { Figure } from './report.ts'
import {
  countByStatus,
  devicePage,
  deviceSearch,
  deviceWithServices,
  largestFleet,
  someDevices,
} from './requests.ts'
import { busy, elapsed, quantile } from './timing.ts'

const devices = Number(process.argv[2])
const RUNS = 40
const DAY_MS = 86_400_000

const figures: Figure[] = []
const opened: Cloud[] = []
const ms = await elapsed(() =>
  opened.push(createCloud({ scenario: 'release-day', devices, clock: createClock(START, 0) })),
)
const [cloud] = opened
if (cloud === undefined) throw new Error('No cloud')
figures.push(
  { what: 'create the world', value: ms, unit: 'ms', ...millionBounds.open },
  {
    what: 'the process then',
    value: process.memoryUsage().rss / 1_000_000,
    unit: 'MB',
    ...millionBounds.process,
  },
)

const { ask } = await signIn(cloud)
const fleet = Number((await ask(largestFleet())).d[0]?.['id'])
const uuids = (await ask(someDevices(fleet, 100))).d.map(({ uuid }) => String(uuid))

async function measure(what: string, url: (run: number) => string, bound: Bound = {}): Promise<void> {
  const first = await busy(() => ask(url(0)))
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await busy(() => ask(url(run))))
  times.sort((one, other) => one - other)
  const note = `the first ${first.toFixed(0)} ms`
  figures.push({ what: `${what}, p95`, value: quantile(times, 0.95), unit: 'ms', ...bound, note })
}

await measure('device with its services', (run) => deviceWithServices(uuids[run % uuids.length] ?? ''))
await measure(
  'device table by overall_status',
  (run) => devicePage(fleet, 'overall_status', 50 * run),
  millionBounds.page,
)
await measure(
  'device table by device_name',
  (run) => devicePage(fleet, 'device_name', 50 * run),
  millionBounds.page,
)
await measure('device table, search for part of a name', () => deviceSearch(fleet, 'owl'), millionBounds.page)
await measure('count by status', () => countByStatus(fleet, 'operational'), millionBounds.count)

cloud.clock.advanceTo(cloud.clock.now() + 60_000)
figures.push({ what: 'one minute of it', value: await busy(() => ask(largestFleet())), unit: 'ms' })
cloud.clock.advanceTo(cloud.clock.now() + DAY_MS)
figures.push({
  what: 'one day of it',
  value: await busy(() => ask(largestFleet())),
  unit: 'ms',
  ...millionBounds.day,
})
figures.push({ what: 'keep the world (snapshot)', value: await busy(() => cloud.snapshot()), unit: 'ms' })
figures.push({
  what: 'the process at its largest',
  value: process.resourceUsage().maxRSS / 1_000,
  unit: 'MB',
})

cloud.dispose()
process.stdout.write(JSON.stringify(figures))
