import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { rowWith } from '../builder.ts'
import { addMember } from '../people.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** Makes Devi a developer of the fleet, without access to billing. */
function addDeveloper({ scene, people, fleet }: OpenedWorld): void {
  const devi = people.user('devi')
  addMember(scene, devi, people.tidewater, 'member')
  scene.add('user_application_membership', {
    user: devi,
    is_member_of__application: fleet('tide-buoys').id,
    application_membership_role: rowWith(scene, 'application_membership_role', 'name', 'developer'),
  })
}

/** More devices than the free plan allows. */
export const freePlanOver: Scenario = {
  name: 'free-plan-over',
  title: 'Over the free plan',
  description:
    'Tidewater Research has 14 devices on the free plan, which allows 10. The last 4 of tide-buoys are frozen, and no devices can be added.',
  people: ['ada', 'devi'],
  devices: 133,
  tags: ['billing'],
  start: START,
  build(scene) {
    openBaseWorld(scene, { buoys: 14, whileOpening: addDeveloper })
  },
}
