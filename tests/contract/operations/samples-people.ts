import type { ResourceName } from '../../../openapi/generated/model.ts'
import { oliveBlind, neverWritten, olive } from './sample.ts'
import type { MadeRow, Sample } from './sample.ts'
import type { Subjects } from './subjects.ts'

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA'
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBszCC\n-----END CERTIFICATE-----'

async function created({ world }: Subjects, resource: string, body: unknown): Promise<number> {
  const response = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
  if (response.status !== 201) throw new Error(`POST ${resource} answered ${response.status}`)
  const { id } = (await response.json()) as { id: number }
  return id
}

/** A key of the fleet, which cannot be created through the data API. */
async function newKey({ world, fleet }: Subjects, turn: number): Promise<MadeRow> {
  const body = {
    actorType: 'application',
    actorTypeId: fleet,
    roles: ['provisioning-api-key'],
    name: `line ${turn}`,
    expiryDate: null,
  }
  await world.request('/api-key/v2', { as: 'ada', method: 'POST', body })
  const [row] = await world.rows(`/v7/api_key?$select=id&$filter=name eq 'line ${turn}'`, 'ada')
  return { id: Number(row?.['id']), as: 'ada' }
}

/** A user who signs up, because users cannot be created otherwise. */
async function newPerson({ world }: Subjects, turn: number): Promise<MadeRow> {
  const response = await world.request('/user/register', {
    method: 'POST',
    body: { email: `new${turn}@example.com`, password: 'correct-horse', 'g-recaptcha-response': 'yes' },
  })
  const credential = await response.text()
  const who = await world.request('/user/v1/whoami', { as: { credential } })
  const { id } = (await who.json()) as { id: number }
  return { id, as: { credential } }
}

const BOUGHT = 'what was bought stays as it is'

/** Users, organizations, access and billing. */
export const peopleSamples = {
  api_key: { make: newKey, change: () => ({ name: 'line renamed' }), refused: oliveBlind },
  application_invite: {
    body: ({ fleet }, turn) => ({ is_invited_to__application: fleet, invitee: `new${turn}@example.com` }),
    change: () => ({ message: 'Welcome' }),
    refused: olive,
    wrong: [
      ['no e-mail address', ({ fleet }) => ({ is_invited_to__application: fleet, invitee: 'a@b' }), 400],
      [
        'a role that does not exist',
        ({ fleet }) => ({
          is_invited_to__application: fleet,
          invitee: 'role@example.com',
          application_membership_role: 999_999,
        }),
        409,
        'Data is referenced by application_membership_role.',
      ],
    ],
  },
  credit_bundle: {
    body: ({ acme, feature }) => ({
      belongs_to__organization: acme,
      is_for__feature: feature,
      original_quantity: 5,
    }),
    change: () => ({ original_quantity: 6 }),
    refused: oliveBlind,
    never: { update: BOUGHT, updateMany: BOUGHT, replace: BOUGHT, delete: BOUGHT, deleteMany: BOUGHT },
    wrong: [
      [
        'more than is sold at once',
        ({ acme, feature }) => ({
          belongs_to__organization: acme,
          is_for__feature: feature,
          original_quantity: 1_500_001,
        }),
        400,
      ],
    ],
  },
  identity_provider: {
    body: ({ acme }, turn) => ({
      sso_identifier: `night-${turn}`,
      entry_point: 'https://sso.example.com/saml',
      issuer: 'https://sso.example.com',
      certificate: CERTIFICATE,
      organization_id: acme,
    }),
    change: () => ({ issuer: 'https://sso.example.com/new' }),
    refused: olive,
    wrong: [
      [
        'no certificate',
        ({ acme }) => ({
          sso_identifier: 'nights',
          entry_point: 'https://sso.example.com',
          issuer: 'x',
          certificate: 'none',
          organization_id: acme,
        }),
        400,
        'Invalid certificate format',
      ],
    ],
  },
  identity_provider_membership: {
    // Ada's second organization has a plan without single sign-on; staff can link any.
    as: 'pat',
    body: ({ tidewater, provider }) => ({
      organization: tidewater,
      is_authorized_by__identity_provider: provider,
    }),
    change: async (it) => ({
      grants_access_to__team: await created(it, 'team', {
        name: `Newcomers ${it.next()}`,
        belongs_to__organization: it.tidewater,
      }),
    }),
    refused: oliveBlind,
  },
  invitee: {
    change: () => ({ email: 'other@example.com' }),
    refused: oliveBlind,
    never: neverWritten('an address becomes a row with its first invitation'),
  },
  oauth_application_authorization: {
    body: async ({ user }) => ({ belongs_to__user: await user('ada'), is_for__oauth_application: 1 }),
    change: () => ({ is_for__oauth_application: 2 }),
    refused: oliveBlind,
  },
  organization: {
    body: (_it, turn) => ({ name: `Night ${turn}` }),
    change: () => ({ company_name: 'Night Ltd' }),
    refused: { ...olive, row: ({ acme }) => acme },
    wrong: [['an empty name', () => ({ name: ' ' }), 400]],
    open: ['create'],
  },
  organization_credit_notification: {
    body: ({ tidewater, feature }) => ({
      organization: tidewater,
      owns_credit_notification_for__feature: feature,
      is_sent_when_below__threshold: 5,
    }),
    change: () => ({ is_sent_when_below__threshold: 9 }),
    refused: oliveBlind,
  },
  organization_invite: {
    body: ({ acme }, turn) => ({ is_invited_to__organization: acme, invitee: `new${turn}@example.com` }),
    change: () => ({ message: 'Welcome' }),
    refused: olive,
    wrong: [
      ['no e-mail address', ({ acme }) => ({ is_invited_to__organization: acme, invitee: 'a@b' }), 400],
      [
        'a role that does not exist',
        ({ acme }) => ({
          is_invited_to__organization: acme,
          invitee: 'role@example.com',
          organization_membership_role: 999_999,
        }),
        409,
        'Data is referenced by organization_membership_role.',
      ],
    ],
  },
  organization_membership: {
    body: ({ acme }) => ({ is_member_of__organization: acme, username: 'nils' }),
    change: ({ roles }) => ({ organization_membership_role: roles.administrator }),
    refused: olive,
    wrong: [
      [
        'nobody of that name',
        ({ acme }) => ({ is_member_of__organization: acme, username: 'nobody-here' }),
        404,
        'User not found: nobody-here',
      ],
    ],
  },
  organization_membership_tag: {
    body: ({ membership }, turn) => ({
      organization_membership: membership,
      tag_key: `desk-${turn}`,
      value: 'window',
    }),
    change: () => ({ value: 'door' }),
    refused: olive,
  },
  subscription: {
    change: () => ({ discount_percentage: 100 }),
    refused: oliveBlind,
    never: neverWritten('subscriptions change with the plan'),
  },
  team: {
    body: ({ acme }, turn) => ({ name: `Night shift ${turn}`, belongs_to__organization: acme }),
    change: () => ({ name: 'Day shift' }),
    refused: olive,
  },
  team_application_access: {
    body: async (it) => ({
      team: await created(it, 'team', { name: `Guests ${it.next()}`, belongs_to__organization: it.acme }),
      grants_access_to__application: it.fleet,
      application_membership_role: it.roles.developer,
    }),
    change: ({ roles }) => ({ application_membership_role: roles.observer }),
    refused: olive,
  },
  team_membership: {
    body: ({ teams }) => ({ is_member_of__team: teams[0], username: 'sol' }),
    change: ({ teams }) => ({ is_member_of__team: teams[1] }),
    refused: olive,
    wrong: [
      [
        'somebody of another organization',
        ({ teams }) => ({ is_member_of__team: teams[0], username: 'nils' }),
        400,
        'The user is not a member of the organization.',
      ],
    ],
  },
  user: {
    make: newPerson,
    change: () => ({ has_been_sent_verification_email: true }),
    refused: { ...olive, row: () => 1 },
  },
  user_application_membership: {
    body: ({ fleet }) => ({ is_member_of__application: fleet, username: 'mel' }),
    change: ({ roles }) => ({ application_membership_role: roles.observer }),
    refused: olive,
    wrong: [
      [
        'somebody of another organization',
        ({ fleet }) => ({ is_member_of__application: fleet, username: 'nils' }),
        400,
        'The user is not a member of the organization.',
      ],
    ],
  },
  user_public_key: {
    body: async ({ user }, turn) => ({
      user: await user('ada'),
      title: 'laptop',
      public_key: `${SSH_KEY}${turn} ada`,
    }),
    change: () => ({ title: 'desktop' }),
    refused: oliveBlind,
  },
} satisfies Partial<Record<ResourceName, Sample>>
