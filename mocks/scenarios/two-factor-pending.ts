import { openBaseWorld } from './base-world.ts'
import type { OpenedWorld } from './base-world.ts'
import { START } from './scenario.ts'
import type { Scenario } from './scenario.ts'

/** What Devi's authenticator will share with the cloud once she types its first code, in base32. */
export const DEVI_SECRET = 'MRSXM2JAMFXGIIDIMVZCAYLVORUGK3TU'

/** Somebody in the midst of signing in, and somebody in the midst of setting two-factor up. */
export const twoFactorPending: Scenario = {
  name: 'two-factor-pending',
  title: 'A second factor is awaited',
  description:
    'Tess has given a password when she signs in and still owes a code; Devi has begun to set two-factor up and not finished it.',
  people: ['tess', 'devi', 'ada'],
  devices: 122,
  tags: ['sign-in'],
  start: START,
  build: (scene) => openBaseWorld(scene, { meanwhile: begin }),
}

function begin({ scene, people }: OpenedWorld): void {
  const offered = { secret: DEVI_SECRET, isOn: false, lastStep: 0 }
  scene.store.vault.authenticators.set(people.user('devi'), offered)
}
