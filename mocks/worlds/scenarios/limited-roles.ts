import { openBaseWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** Users with limited roles, each on a few fleets. */
export const limitedRoles: Scenario = {
  name: 'limited-roles',
  title: 'Limited roles',
  description:
    'Sadie can push to two fleets, Sol can operate two others, Olive can only view one and Mel sees none. Disabled actions show the reason.',
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
