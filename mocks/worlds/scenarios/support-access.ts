import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Support has access to one fleet and one device. */
export const supportAccess: Scenario = {
  name: 'support-access',
  title: 'Support access',
  description:
    'Support has access to cold-chain-eu for three days and to one device of harbor-cams for two hours; access to kiosk-lobby expired yesterday. Sue can open the first two by URL, and nothing else of Acme Logistics.',
  people: ['sue', 'ada', 'pat'],
  devices: 122,
  tags: ['people'],
  start: START,
  build(scene) {
    openBaseWorld(scene, {
      fleets: () => ({
        coldChain: { supportUntil: scene.start + 3 * DAY },
        kioskLobby: { supportUntil: scene.start - DAY },
      }),
      whileOpening: grantAccess,
    })
  },
}

function grantAccess({ scene, fleet }: OpenedWorld): void {
  const { store } = scene
  const [camera] = Array.from(store.world.devicesOfFleet(fleet('harbor-cams').id))
  if (camera === undefined) return
  const until = { is_accessible_by_support_until__date: scene.start + 2 * HOUR }
  store.table('device').update(camera, until)
}
