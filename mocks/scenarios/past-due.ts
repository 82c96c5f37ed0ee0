import { openBaseWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** Acme Logistics has not paid for so many days; what follows from it stands in docs/decisions/product-rules.md, 29. */
export const pastDue = (days: number, description: string): Scenario => ({
  name: `past-due-${days}`,
  title: `${days} days past due`,
  description,
  people: ['ada', 'olive'],
  devices: 122,
  tags: ['billing'],
  start: START,
  build: (scene) => openBaseWorld(scene, { money: { kind: 'owes', days } }),
})
