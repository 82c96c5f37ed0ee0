import { openBaseWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** A card that its bank declines. */
export const paymentFails: Scenario = {
  name: 'payment-fails',
  title: 'A payment fails',
  description:
    'The card of Acme Logistics is declined: the bill of two days ago is open, and credits cannot be bought until another card is given.',
  people: ['ada'],
  devices: 122,
  tags: ['billing'],
  start: START,
  build: (scene) => openBaseWorld(scene, { money: { kind: 'owes', days: 2 } }),
}
