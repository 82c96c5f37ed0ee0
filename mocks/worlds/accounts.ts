import { rowWith } from './builder.ts'
import type { SceneBuilder } from './builder.ts'
import { DEMO_PASSWORD } from './people.ts'
import type { People } from './people.ts'

const DAY = 86_400_000

/** The authenticator secret of tess, in base32. */
export const TESS_SECRET = 'KRSXG4ZANBQXGICUK5HSA2DFOIQGW3DP'

export const TESS_RECOVERY_CODES = ['tess1-00001', 'tess2-00002', 'tess3-00003']

export const ACME_SSO_IDENTIFIER = 'acme'

const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBszCCARygAwIBAgIBATANBgkqhkiG9w0BAQsFADAXMRUwEwYDVQQDDAxBY21l',
  'IElkZW50aXR5MB4XDTI2MDEwMTAwMDAwMFoXDTM2MDEwMTAwMDAwMFowFzEVMBMG',
  '-----END CERTIFICATE-----',
].join('\n')

function organizationRole(scene: SceneBuilder, name: string): number {
  const roles = scene.store.rows('organization_membership_role')
  const found = [...roles.handles()].find((id) => roles.row(id).name === name)
  if (found === undefined) throw new Error(`No role named ${name}`)
  return found
}

/** Adds OAuth applications, and the identity provider of Acme Logistics. */
export function addThirdParties(scene: SceneBuilder, people: People): void {
  scene.add('oauth_application', {
    name: 'Community forum',
    client_id: 'flotilla-forum',
    redirect_uri: 'https://forum.flotilla.example/auth/callback',
    description: 'Where people who run fleets help each other.',
  })
  scene.add('oauth_application', {
    name: 'Fleet reports',
    client_id: 'fleet-reports',
    redirect_uri: 'https://reports.flotilla.example/oauth',
    description: 'Mails a summary of your fleets every Monday.',
  })
  const provider = scene.add('identity_provider', {
    sso_identifier: ACME_SSO_IDENTIFIER,
    entry_point: 'https://sso.acme-logistics.example/saml',
    issuer: 'https://sso.acme-logistics.example/metadata',
    certificate: CERTIFICATE,
    requires_signed_authn_response: true,
  })
  scene.add('identity_provider_membership', {
    organization: people.home,
    is_authorized_by__identity_provider: provider,
  })
  scene.add('social_service_account', {
    belongs_to__user: people.user('devi'),
    provider: 'github',
    display_name: 'devi',
  })
}

interface UserDraft {
  username: string
  first: string | null
  last: string | null
  password: string | null
  isVerified: boolean
  /** `<username>@flotilla.example` by default; null: none. */
  email?: string | null
}

/** Adds a user who is only a member of their personal organization. */
export function addStranger(scene: SceneBuilder, person: UserDraft): number {
  const { username, first, last, password, isVerified, email = `${username}@flotilla.example` } = person
  const { secrets } = scene.store
  const created = scene.start - 20 * DAY
  const organization = scene.add('organization', {
    name: username,
    handle: username,
    created_at: created,
    is_using__billing_version: 'v2',
    is_enforcing_saml_login: false,
  })
  const user = scene.add('user', {
    actor: scene.add('actor', {}),
    username,
    created_at: created,
    has_legacy_link_to__organization: organization,
  })
  scene.add('user_profile', {
    is_of__user: user,
    email,
    has_disabled_newsletter: true,
    is_verified: isVerified,
    must_be_verified: !isVerified,
    first_name: first,
    last_name: last,
    account_type: first === null ? null : 'professional',
    has_password_set: password !== null,
    company: first === null ? null : 'Acme Logistics',
  })
  scene.add('organization_membership', {
    user,
    is_member_of__organization: organization,
    organization_membership_role: organizationRole(scene, 'administrator'),
    created_at: created,
  })
  if (password !== null) secrets.passwords.set(user, password)
  secrets.jwtSecrets.set(user, `session-of-${username}`)
  return user
}

/** Adds tess (two-factor authentication), una (email address not verified) and sam (signs in only with SAML). */
export function addUsersWithSpecialSignIn(scene: SceneBuilder, people: People): void {
  const { store } = scene
  const tess = addStranger(scene, {
    username: 'tess',
    first: 'Tess',
    last: 'Quarles',
    password: DEMO_PASSWORD,
    isVerified: true,
  })
  store.secrets.authenticators.set(tess, { secret: TESS_SECRET, isOn: true, lastStep: 0 })
  for (const code of TESS_RECOVERY_CODES) {
    store.secrets.recoveryCodes.set(scene.add('recovery_two_factor', { belongs_to__user: tess }), code)
  }
  addStranger(scene, { username: 'una', first: null, last: null, password: DEMO_PASSWORD, isVerified: false })
  const sam = addStranger(scene, {
    username: 'sam',
    first: 'Sam',
    last: 'Achterberg',
    password: null,
    isVerified: true,
  })
  const provider = rowWith(scene, 'identity_provider', 'sso_identifier', ACME_SSO_IDENTIFIER)
  scene.add('saml_account', {
    belongs_to__user: sam,
    was_generated_by__identity_provider: provider,
    remote_id: 'sam@flotilla.example',
    display_name: 'Sam Achterberg',
  })
  for (const user of [tess, sam]) {
    scene.add('organization_membership', {
      user,
      is_member_of__organization: people.home,
      organization_membership_role: organizationRole(scene, 'member'),
      created_at: scene.start - 15 * DAY,
    })
  }
}
