import { openBaseWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** The roles that may do less than most, each on few fleets. */
export const limitedRoles: Scenario = {
  name: 'limited-roles',
  title: 'Limited roles',
  description:
    'Sadie may push to two fleets, Sol may tend two others, Olive only looks at one and Mel sees none; what somebody may not do says why.',
  people: ['sadie', 'sol', 'olive', 'mel'],
  devices: 122,
  tags: ['people'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      grants: {
        sadie: ['cold-chain-eu', 'bench-lab'],
        sol: ['silo-sensors', 'harbor-cams'],
        olive: ['cold-chain-eu'],
      },
    })
  },
}
