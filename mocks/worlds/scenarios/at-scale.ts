import { atDoors, devOs, inRacks, mostlyHealthy, openBaseWorld } from '../base-world.ts'
import type { DeviceGroup } from '../fleets.ts'
import { groupOf } from '../own-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const healthy = (count: number, tags?: DeviceGroup['tags']) =>
  groupOf({ count, personas: mostlyHealthy, ...(tags && { tags: [...tags] }) })

/** Devices of the largest fleet that are still updating, per thousand. */
const UPDATING_PER_THOUSAND = 5

function coldChain(count: number): DeviceGroup[] {
  const updating = Math.round((count * UPDATING_PER_THOUSAND) / 1000)
  const running = [{ value: '4.11.0', weight: 1 }]
  return [
    healthy(count - updating, [inRacks(40), atDoors(6)]),
    { ...healthy(updating, [inRacks(40)]), running, updating: true },
  ]
}

/** Devices of other organizations and of fleets with a fixed size. */
const FIXED = 9 + 7

/** A world of `devices` devices: more than half in one fleet, the rest in four others. */
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

/** Large worlds. */
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
