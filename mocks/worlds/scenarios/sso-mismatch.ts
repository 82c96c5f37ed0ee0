import { ACME_SSO_IDENTIFIER, addStranger } from '../accounts.ts'
import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { DEMO_PASSWORD } from '../people.ts'
import { START } from '../scenario.ts'
import type { Scenario } from '../scenario.ts'

/** Olive's email address at the identity provider. */
export const OLIVE_AT_WORK = 'olive.lindqvist@acme-logistics.example'

function addMismatches({ scene }: OpenedWorld): void {
  addStranger(scene, {
    username: 'olive.lindqvist',
    first: 'Olive',
    last: 'Lindqvist',
    password: DEMO_PASSWORD,
    isVerified: true,
    email: OLIVE_AT_WORK,
  })
  const { store } = scene
  const provider = store.rows('identity_provider').find('sso_identifier', ACME_SSO_IDENTIFIER)?.[0] ?? null
  const [sams] = Array.from(store.rows('saml_account').handles())
  scene.add('saml_account', {
    belongs_to__user: sams === undefined ? null : store.rows('saml_account').row(sams).belongs_to__user,
    was_generated_by__identity_provider: provider,
    remote_id: 'sol@flotilla.example',
    display_name: 'Sol Ibarra',
  })
}

/** Accounts that do not match the identities of the identity provider. */
export const ssoMismatch: Scenario = {
  name: 'sso-mismatch',
  title: 'Single sign-on mismatch',
  description:
    'In the identity provider “acme”, Olive has another email address than here, and Sol’s identity belongs to Sam. Linking either account fails and shows the reason.',
  people: ['olive', 'sol', 'ada'],
  devices: 122,
  tags: ['sign-in'],
  start: START,
  build: (scene) => openBaseWorld(scene, { whileOpening: addMismatches }),
}
