// node --expose-gc bench/simulator.ts DEVICES: measures a world of devices without a cloud in a separate process; prints the figures as JSON.

import { MIXED, NOON, aBatch, aRelease } from '../simulator/testing/a-world.ts'
import { createWorld } from '../simulator/world/simulated-world.ts'
import type { World } from '../simulator/world/world.ts'
import { simulatorBounds, type Bound } from './budgets.ts'
import type { Figure } from './report.ts'
import { busy } from './timing.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The number of steps of one simulated second each, as at ×1. */
const STEPS = 600

const devices = Number(process.argv[2])
const isLargest = devices >= 1_000_000
const bounds: Partial<Record<'create' | 'memory' | 'hour' | 'day' | 'second', Bound>> =
  simulatorBounds[isLargest ? '1,000,000' : '100,000']
const figures: Figure[] = []

const memory = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1_000_000
}

/** A fleet in the middle of an update, with all kinds of devices. */
function aFleet(count: number): World {
  const world = createWorld({ seed: 42, now: NOON })
  world.addRelease(aRelease(1))
  world.addRelease(aRelease(2, { rejects: 0.01, aborts: 0.01, crashLoops: 0.01 }))
  world.addFleet({ id: 1, name: 'cold-chain-eu', targetReleaseId: 2 })
  world.addDevices(
    aBatch({
      count,
      personas: MIXED,
      updating: true,
      locked: 0.02,
      runningRelease: [
        { value: 2, weight: 7 },
        { value: 1, weight: 3 },
      ],
    }),
  )
  return world
}

// Warms up the JIT compiler.
aFleet(2_000).advanceTo(NOON + HOUR)

const before = memory()
const worlds: World[] = []
const createMs = await busy(() => worlds.push(aFleet(devices)))
const [world] = worlds
if (world === undefined) throw new Error('No world')
figures.push(
  { what: 'create the devices', value: createMs, unit: 'ms', ...bounds.create },
  { what: 'their memory', value: memory() - before, unit: 'MB', ...bounds.memory },
)

let events = 0
const jump = async (what: string, bound: Bound = {}, duration = HOUR) => {
  const ms = await busy(() => {
    events = world.advanceTo(world.now() + duration)
  })
  figures.push({ what, value: ms, unit: 'ms', ...bound, note: `${events.toLocaleString('en')} events` })
}
if (!isLargest) {
  await jump('jump of one hour, the rollout in it', bounds.hour)
  await jump('jump of another hour', bounds.hour)
}

const idleMs = await busy(() => {
  for (let step = 0; step < STEPS; step++) world.advanceTo(world.now() + SECOND)
})
figures.push({
  what: 'a second of it at ×1',
  value: idleMs / STEPS,
  unit: 'ms',
  ...bounds.second,
  note: `${((100 * idleMs) / STEPS / SECOND).toFixed(3)} % of a core`,
})

if (!isLargest) {
  world.setFleetTarget(1, 1)
  await jump('an hour in which all follow a new target')
}
await jump('jump of a day', bounds.day, DAY)
const snapshotMs = await busy(() => world.snapshot())
figures.push(
  { what: 'photograph it', value: snapshotMs, unit: 'ms' },
  { what: 'its memory after all that', value: memory() - before, unit: 'MB' },
  { what: 'the process at its largest', value: process.resourceUsage().maxRSS / 1_000, unit: 'MB' },
)

process.stdout.write(JSON.stringify(figures))
