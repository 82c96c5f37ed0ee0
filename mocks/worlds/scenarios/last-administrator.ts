import { openBaseWorld } from '../base-world.ts'
import { addMember } from '../people.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** One organization that its administrator cannot leave, and one that she can. */
export const lastAdministrator: Scenario = {
  name: 'last-administrator',
  title: 'The last administrator',
  description:
    'Ada is the only administrator of Acme Logistics and cannot leave it; Tidewater Research also has Devi as administrator, so Ada can leave it.',
  people: ['ada', 'devi'],
  devices: 122,
  tags: ['people'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      whileOpening: ({ people }) => addMember(scene, people.user('devi'), people.tidewater, 'administrator'),
    })
  },
}
