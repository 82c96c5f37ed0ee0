import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** The authenticator secret of Devi, who has not yet confirmed it with a code; in base32. */
export const DEVI_SECRET = 'MRSXM2JAMFXGIIDIMVZCAYLVORUGK3TU'

/** A user who must enter a code, and a user who has not finished the setup of two-factor authentication. */
export const twoFactorPending: Scenario = {
  name: 'two-factor-pending',
  title: 'Second factor pending',
  description:
    'Tess signs in with a password and then needs a code. Devi has started to set up two-factor authentication but has not finished.',
  people: ['tess', 'devi', 'ada'],
  devices: 122,
  tags: ['sign-in'],
  start: START,
  build: (scene) => openBaseWorld(scene, { whileOpening: startSetup }),
}

function startSetup({ scene, people }: OpenedWorld): void {
  scene.store.secrets.authenticators.set(people.user('devi'), {
    secret: DEVI_SECRET,
    isOn: false,
    lastStep: 0,
  })
}
