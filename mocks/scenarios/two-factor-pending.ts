import { openBaseWorld } from './base-world.ts'
import type { OpenedWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** What Devi's authenticator will share with the cloud once she types its first code, in base32. */
export const DEVI_SECRET = 'MRSXM2JAMFXGIIDIMVZCAYLVORUGK3TU'

/** Somebody in the midst of signing in, and somebody in the midst of setting two-factor up. */
export const twoFactorPending: Scenario = {
  name: 'two-factor-pending',
  title: 'Second factor pending',
  description:
    'Tess signs in with a password and then needs a code. Devi has started to set up two-factor authentication but has not finished.',
  people: ['tess', 'devi', 'ada'],
  devices: 122,
  tags: ['sign-in'],
  start: START,
  build: (scene) => openBaseWorld(scene, { whileOpening: begin }),
}

function begin({ scene, people }: OpenedWorld): void {
  const offered = { secret: DEVI_SECRET, isOn: false, lastStep: 0 }
  scene.store.vault.authenticators.set(people.user('devi'), offered)
}
