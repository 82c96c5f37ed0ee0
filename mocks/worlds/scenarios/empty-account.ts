import { openBaseWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** An organization with people only. */
export const emptyAccount: Scenario = {
  name: 'empty-account',
  title: 'An empty account',
  description:
    'Acme Logistics has members, but no fleets, blocks, devices or invoices. Every empty list explains how to get started.',
  people: ['ada', 'mel'],
  devices: 6,
  tags: ['everyday'],
  start: START,
  build: (scene) => openBaseWorld(scene, { isEmpty: true, payments: { kind: 'free' } }),
}
