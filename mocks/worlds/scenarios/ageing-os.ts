import { atDoors, inRacks } from '../base-world.ts'
import { writtenWorld } from '../written-world.ts'

/** Devices with outdated operating systems. */
export const ageingOs = writtenWorld(
  {
    name: 'ageing-os',
    title: 'Ageing operating systems',
    description:
      'Seven in ten of the 320 devices of cold-chain-eu run an outdated OS version or one near its end of support, with an old supervisor. kiosk-lobby is on extended support.',
    people: ['omar', 'ada', 'sol'],
    devices: 398,
    tags: ['operating system', 'updates'],
  },
  {
    fleets: [
      {
        name: 'cold-chain-eu',
        devices: [
          {
            count: 320,
            os: { '4.0.26': 40, '5.3.22': 30, '6.0.13': 18, '6.0.24': 12 },
            supervisor: { '16.12.4': 85, '17.0.1': 15 },
            tags: [inRacks(20), atDoors(6)],
          },
        ],
      },
      {
        name: 'kiosk-lobby',
        devices: [{ count: 12, os: { '2025.7.4': 50, '2026.1.2': 50 }, supervisor: '16.12.4' }],
      },
    ],
  },
)
