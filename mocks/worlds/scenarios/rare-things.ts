import { lateBuild } from '../late-builds.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** What exists, but that none of the other worlds has. */
export const rareThings: Scenario = {
  name: 'rare-things',
  title: 'Rare things',
  description:
    'What other worlds lack: fleets of older types, old systems, each status of devices and updates, images of all kinds, device-based plans, invoiced credits, and people with unusual accounts. all-statuses has a device for each status, by name.',
  people: ['ada', 'devi'],
  devices: 137,
  tags: ['everyday', 'updates', 'operating system', 'billing', 'people'],
  start: START,
  leadMs: 2 * 3_600_000,
  prepare: () => import('./rare-things-build.ts'),
  build: lateBuild('rare-things'),
}
