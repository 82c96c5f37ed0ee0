import { openWith } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** Acme Logistics has not paid for so many days; what follows from it is decision 29. */
export const pastDue = (days: number, lookAt: string): Scenario => ({
  name: `past-due-${days}`,
  title: `${days} days past due`,
  lookAt,
  people: ['ada', 'olive'],
  devices: 122,
  tags: ['billing'],
  start: START,
  build: (scene) => openWith(scene, { money: { kind: 'owes', days } }),
})
