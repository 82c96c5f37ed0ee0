import { inRacks } from '../base-world.ts'
import { writtenWorld } from '../written-world.ts'

/** Every device holds an update lock. */
export const updateLocks = writtenWorld(
  {
    name: 'update-locks',
    title: 'Update locks everywhere',
    description:
      'On every device of Acme Logistics a service holds an update lock. cold-chain-eu has downloaded 4.12.1 and is waiting; restarts and reboots are refused unless forced.',
    people: ['omar', 'devi', 'ada'],
    devices: 318,
    tags: ['updates'],
  },
  {
    fleets: [
      {
        name: 'cold-chain-eu',
        devices: [
          {
            count: 240,
            running: '4.11.0',
            updating: true,
            locked: 1,
            tags: [inRacks(20), { key: 'loading', value: 'yes' }],
          },
        ],
      },
      { name: 'harbor-cams', devices: [{ count: 17, locked: 1, tags: [inRacks(12)] }] },
      { name: 'kiosk-lobby', devices: [{ count: 12, locked: 1 }] },
      { name: 'silo-sensors', devices: [{ count: 22, locked: 1 }] },
      { name: 'tram-displays', devices: [{ count: 12, locked: 1 }] },
      { name: 'bench-lab', devices: [{ count: 6, os: '6.1.0 dev', locked: 1 }] },
    ],
  },
)
