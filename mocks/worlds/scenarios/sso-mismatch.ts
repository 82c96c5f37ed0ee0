import { ACME_SSO_IDENTIFIER, addStranger } from '../accounts.ts'
import { openBaseWorld } from '../base-world.ts'
import type { OpenedWorld } from '../base-world.ts'
import { rowWith } from '../builder.ts'
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
  const accounts = store.rows('saml_account')
  const sams = rowWith(scene, 'saml_account', 'remote_id', 'sam@flotilla.example')
  scene.add('saml_account', {
    belongs_to__user: accounts.row(sams).belongs_to__user,
    was_generated_by__identity_provider: rowWith(
      scene,
      'identity_provider',
      'sso_identifier',
      ACME_SSO_IDENTIFIER,
    ),
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
