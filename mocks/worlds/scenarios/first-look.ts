import { atDoors, inRacks } from '../base-world.ts'
import { writtenWorld } from '../written-world.ts'

const behind = { count: 1, running: '4.11.0' }

/** A small organization: healthy devices, and one with each kind of issue. */
export const firstLook = writtenWorld(
  {
    name: 'first-look',
    title: 'First look',
    description:
      'A small organization on a quiet day: mostly healthy fleets, and one device with each kind of issue.',
    people: ['ada', 'devi', 'omar', 'olive'],
    devices: 132,
    tags: ['everyday'],
  },
  {
    fleets: [
      {
        name: 'cold-chain-eu',
        devices: [
          { count: 44, tags: [inRacks(12), atDoors(4)] },
          { count: 1, personas: 'dying-card' },
          { count: 1, personas: 'runaway-memory' },
          { ...behind, updating: true },
          { ...behind, locked: 1 },
        ],
      },
      {
        name: 'harbor-cams',
        devices: [
          { count: 17, tags: [inRacks(12)] },
          { count: 1, personas: 'hot' },
        ],
      },
      {
        name: 'kiosk-lobby',
        devices: [{ count: 12 }, { count: 1, personas: 'flaky' }, { count: 1, personas: 'asleep' }],
      },
      {
        name: 'silo-sensors',
        devices: [{ count: 22 }, { count: 1, personas: 'slow' }, { count: 1, personas: 'undervolted' }],
      },
      {
        name: 'bench-lab',
        devices: [
          { count: 6, os: '6.1.0 dev' },
          { count: 1, personas: 'never-seen', running: 'nothing' },
        ],
      },
    ],
  },
)
