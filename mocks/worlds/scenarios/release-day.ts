import { atDoors, inRacks, mostlyHealthy as personas } from '../base-world.ts'
import { writtenWorld } from '../written-world.ts'

const rack = inRacks(40)
const behind = { personas, running: '4.11.0' }

/** A release that is being rolled out: most devices update, others are locked, reject it, or crash. */
export const releaseDay = writtenWorld(
  {
    name: 'release-day',
    title: 'Release day',
    description:
      '4.12.1 rolls out to the 1,204 devices of cold-chain-eu. Some hold an update lock, some fail. One new device cannot download its first release, and the registration of another is refused.',
    people: ['ada', 'devi', 'omar'],
    devices: 2206,
    tags: ['updates'],
  },
  {
    fleets: [
      {
        name: 'cold-chain-eu',
        releases: [{ version: '4.12.1', rejects: 0.015, aborts: 0.02, crashLoops: 0.012 }],
        devices: [
          { count: 640, personas, tags: [rack, atDoors(6)] },
          { ...behind, count: 500, updating: true, tags: [rack] },
          { ...behind, count: 60, locked: 1, tags: [rack, { key: 'loading', value: 'yes' }] },
          { count: 2, personas: 'never-seen', running: 'nothing' },
          { count: 1, personas: 'provisioning-refused', running: 'nothing' },
          { count: 1, personas: 'no-registry', running: 'nothing', updating: true },
        ],
      },
      { name: 'harbor-cams', devices: [{ count: 312, personas, tags: [rack] }] },
      { name: 'kiosk-lobby', devices: [{ count: 48, personas }] },
      { name: 'silo-sensors', devices: [{ count: 530, personas }] },
      { name: 'tram-displays', devices: [{ count: 96, personas }] },
      { name: 'bench-lab', devices: [{ count: 7, os: '6.1.0 dev' }] },
    ],
  },
)
