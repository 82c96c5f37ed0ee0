import type { DeviceGroup } from './fleets.ts'
import { atDoors, devOs, inRacks, mostlyHealthy, openBaseWorld } from './base-world.ts'
import { groupOf } from '../worlds/own-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

const healthy = (count: number, tags?: DeviceGroup['tags']) =>
  groupOf({ count, personas: mostlyHealthy, ...(tags && { tags: [...tags] }) })

/** Of every thousand devices of the largest fleet these are still on their way to its release. */
const BEHIND = 5

function coldChain(count: number): DeviceGroup[] {
  const behind = Math.round((count * BEHIND) / 1000)
  const running = [{ value: '4.11.0', weight: 1 }]
  return [
    healthy(count - behind, [inRacks(40), atDoors(6)]),
    { ...healthy(behind, [inRacks(40)]), running, updating: true },
  ]
}

/** Devices of other organizations and of the fleets that do not grow. */
const FIXED = 9 + 7

/** So many devices in all: more than half in one fleet, the rest in four others. */
function atScale(name: string, title: string, devices: number, description: string): Scenario {
  return {
    name,
    title,
    description,
    people: ['ada', 'olive'],
    devices,
    tags: ['scale'],
    start: START,
    build(scene) {
      const part = (share: number) => Math.round(devices * share)
      const [cams, kiosks, silos, trams] = [part(0.08), part(0.02), part(0.22), part(0.05)]
      const trucks = devices - cams - kiosks - silos - trams - FIXED
      openBaseWorld(scene, {
        fleets: () => ({
          coldChain: { groups: coldChain(trucks) },
          harborCams: { groups: [healthy(cams, [inRacks(40)])] },
          kioskLobby: { groups: [healthy(kiosks)] },
          siloSensors: { groups: [healthy(silos)] },
          tramDisplays: { groups: [healthy(trams)] },
          benchLab: { groups: [{ count: 7, os: devOs }] },
        }),
      })
    },
  }
}

/** Worlds that are there for their size. */
export const atScaleScenarios: readonly Scenario[] = [
  atScale(
    'ten-thousand',
    'Ten thousand devices',
    10_000,
    '10,000 devices, like a company whose business is its fleets. The cloud pages, counts and searches the lists.',
  ),
  atScale(
    'one-hundred-thousand',
    'A hundred thousand devices',
    100_000,
    '100,000 devices. Lists, counts, searches and filters are as fast as with a hundred.',
  ),
  atScale(
    'one-million',
    'A million devices',
    1_000_000,
    '1,000,000 devices in one tab, the upper limit. Opening takes a few seconds and several hundred MB of memory.',
  ),
]
