import { roles } from '../../openapi/generated/roles.ts'
import type { Role } from '../access/roles.ts'
import type { StaffRole } from '../store/secrets.ts'
import type { Values } from '../store/table.ts'
import type { SceneBuilder } from './builder.ts'

/** The password of all demo users. */
export const DEMO_PASSWORD = 'flotilla-demo'

const DAY = 86_400_000

export interface DemoPerson {
  username: string
  first: string
  last: string
  /** Their role in Acme Logistics; null for staff, who belong to no organization. */
  role: Role | null
  staff?: StaffRole
  /** The fleets on which they have their role; all by default. */
  fleets?: readonly string[]
  /** The organizations that they belong to; by default the main one. */
  organizations?: readonly string[]
}

/** One user per role, in every scenario. The email address is `<username>@flotilla.example`. */
export const demoPeople = [
  { username: 'ada', first: 'Ada', last: 'Moreau', role: 'administrator' },
  { username: 'devi', first: 'Devi', last: 'Narayan', role: 'developer' },
  { username: 'sadie', first: 'Sadie', last: 'Okafor', role: 'safe-developer' },
  { username: 'omar', first: 'Omar', last: 'Haddad', role: 'operator' },
  { username: 'sol', first: 'Sol', last: 'Ibarra', role: 'safe-operator' },
  { username: 'olive', first: 'Olive', last: 'Lindqvist', role: 'observer' },
  { username: 'mel', first: 'Mel', last: 'Castellan', role: 'member' },
  { username: 'sue', first: 'Sue', last: 'Brandt', role: null, staff: 'support_agent' },
  { username: 'pat', first: 'Pat', last: 'Winter', role: null, staff: 'balena_admin' },
] as const satisfies readonly DemoPerson[]

export type DemoName = (typeof demoPeople)[number]['username']

const FIRST_NAMES = ['Anneke', 'Bram', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas']
const LAST_NAMES = [
  'Visser',
  'Rossi',
  'Novak',
  'Petit',
  'Yilmaz',
  'Keller',
  'Silva',
  'Berg',
  'Costa',
  'Wolff',
]

export interface People {
  /** The id of a user. Throws when there is none. */
  user(username: string): number
  /** The main organization of the world. */
  readonly home: number
  readonly hostOs: number
}

/** The people of a world file, which can have several organizations. */
export interface OwnPeople extends People {
  /** The id of an organization by its name; by default of the main one. */
  organization(name?: string): number
}

export interface AcmePeople extends People {
  readonly tidewater: number
  readonly northwind: number
}

function roleId(
  scene: SceneBuilder,
  resource: 'application_membership_role' | 'organization_membership_role',
  name: string,
): number {
  const roles = scene.store.rows(resource)
  const nameOf = roles.reader('name')
  for (const id of roles.handles()) if (nameOf(id) === name) return id
  throw new Error(`No ${resource} named ${name}`)
}

function addPerson(scene: SceneBuilder, person: DemoPerson, company = 'Acme Logistics'): number {
  const { store } = scene
  const actor = scene.add('actor', {})
  const joined = scene.start - scene.draw.int({ min: 200, max: 900 }) * DAY
  const user = scene.add('user', { actor, username: person.username, created_at: joined })
  scene.add('user_profile', {
    is_of__user: user,
    email: `${person.username}@flotilla.example`,
    has_disabled_newsletter: false,
    is_verified: true,
    must_be_verified: false,
    first_name: person.first,
    last_name: person.last,
    account_type: 'professional',
    has_password_set: true,
    company: person.role === null ? 'Flotilla' : company,
  })
  store.secrets.passwords.set(user, DEMO_PASSWORD)
  // The same in every world, so that a reset does not end sessions.
  store.secrets.jwtSecrets.set(user, `session-of-${person.username}`)
  if (person.staff !== undefined) store.secrets.staff.set(user, person.staff)
  return user
}

function addOrganization(
  scene: SceneBuilder,
  name: string,
  handle: string,
  ageInDays: number,
  more: Values = {},
): number {
  return scene.add('organization', {
    name,
    handle,
    created_at: scene.start - ageInDays * DAY,
    company_name: name,
    is_frozen: false,
    is_using__billing_version: 'v2',
    is_enforcing_saml_login: false,
    industry: 'Transportation',
    website: `https://${handle.replaceAll('_', '-')}.example`,
    ...more,
  })
}

/** Adds a user to an organization. */
export function addMember(
  scene: SceneBuilder,
  user: number,
  organization: number,
  name: 'administrator' | 'member',
): number {
  return scene.add('organization_membership', {
    user,
    is_member_of__organization: organization,
    organization_membership_role: roleId(scene, 'organization_membership_role', name),
    created_at: scene.start - scene.draw.int({ min: 30, max: 190 }) * DAY,
  })
}

const finder = (users: ReadonlyMap<string, number>) => (username: string) => {
  const id = users.get(username)
  if (id === undefined) throw new Error(`Nobody is called ${username}`)
  return id
}

/** The organization that publishes the OS. */
function addHostOs(scene: SceneBuilder): number {
  return addOrganization(scene, 'balenaOS', 'balena_os', 2000)
}

const roleInOrganization = (role: Role) => (role === 'administrator' ? 'administrator' : 'member')

/** Adds the demo users, some colleagues, and their organizations. */
export function addPeople(scene: SceneBuilder): AcmePeople {
  const users = new Map<string, number>()
  for (const person of demoPeople) users.set(person.username, addPerson(scene, person))
  const acme = addOrganization(scene, 'Acme Logistics', 'acme_logistics', 1100)
  const tidewater = addOrganization(scene, 'Tidewater Research', 'tidewater_research', 400)
  const northwind = addOrganization(scene, 'Northwind Transit', 'northwind_transit', 700)
  const hostOs = addHostOs(scene)
  for (const { username, role } of demoPeople) {
    if (role === null) continue
    const membership = addMember(scene, users.get(username) ?? 0, acme, roleInOrganization(role))
    scene.add('organization_membership_tag', {
      organization_membership: membership,
      tag_key: 'office',
      value: scene.draw.oneOf(['rotterdam', 'hamburg', 'remote']),
    })
  }
  for (const first of scene.draw.someOf(FIRST_NAMES, 4)) {
    const last = scene.draw.oneOf(LAST_NAMES)
    const username = `${first}.${last}`.toLowerCase()
    const user = addPerson(scene, { username, first, last, role: 'member' })
    users.set(username, user)
    addMember(scene, user, acme, 'member')
  }
  const nils = addPerson(scene, { username: 'nils', first: 'Nils', last: 'Aaberg', role: 'administrator' })
  users.set('nils', nils)
  addMember(scene, nils, northwind, 'administrator')
  addMember(scene, users.get('ada') ?? 0, tidewater, 'administrator')
  scene.add('public_organization', { name: 'balenaOS', handle: 'balena_os' })
  return {
    user: finder(users),
    home: acme,
    tidewater,
    northwind,
    hostOs,
  }
}

export interface OwnOrganization {
  name: string
  handle: string
  industry?: string
  website?: string
  /** A data URL. */
  logo?: string
}

/** Adds the organizations and people of a world file. */
export function addOwnPeople(
  scene: SceneBuilder,
  { name, handle, industry, website, logo }: OwnOrganization,
  persons: readonly DemoPerson[],
  others: readonly { name: string; handle: string }[] = [],
): OwnPeople {
  const users = new Map<string, number>()
  for (const person of persons) users.set(person.username, addPerson(scene, person, name))
  const home = addOrganization(scene, name, handle, 1100, {
    industry: industry ?? null,
    ...(website === undefined ? {} : { website }),
    ...(logo === undefined ? {} : { logo_image: storedLogo(logo) }),
  })
  const ids = new Map([[name, home]])
  for (const other of others)
    ids.set(other.name, addOrganization(scene, other.name, other.handle, 800, { industry: null }))
  const hostOs = addHostOs(scene)
  for (const { username, role, organizations = [name] } of persons) {
    if (role === null) continue
    for (const organization of organizations)
      addMember(scene, users.get(username) ?? 0, ids.get(organization) ?? home, roleInOrganization(role))
  }
  scene.add('public_organization', { name: 'balenaOS', handle: 'balena_os' })
  return { user: finder(users), home, hostOs, organization: (one = name) => ids.get(one) ?? home }
}

/** The value of the field, as for an uploaded logo. */
function storedLogo(href: string): Values[string] {
  const [, type = 'png'] = /^data:image\/(\w+);/.exec(href) ?? []
  return {
    href,
    filename: `logo.${type}`,
    content_type: `image/${type}`,
    size: Math.floor((href.length - href.indexOf(',') - 1) * 0.75),
    content_disposition: `attachment; filename="logo.${type}"`,
  }
}

/** Gives each person their role on their fleets. */
export function addGrants(
  scene: SceneBuilder,
  people: OwnPeople,
  persons: readonly DemoPerson[],
  applications: readonly { id: number; name: string }[],
  files: readonly { name: string; organization?: string }[],
): void {
  const organizationOf = new Map(
    files.map(({ name, organization }) => [name, people.organization(organization)]),
  )
  for (const { username, role, fleets, organizations = [undefined] } of persons) {
    if (role === null || role === 'administrator' || role === 'member') continue
    const own = organizations.map((name) => people.organization(name))
    for (const { id, name } of applications) {
      if (fleets?.includes(name) === false || !own.includes(organizationOf.get(name) ?? 0)) continue
      scene.add('user_application_membership', {
        user: people.user(username),
        is_member_of__application: id,
        application_membership_role: roleId(scene, 'application_membership_role', role),
      })
    }
  }
}

/** A team of a world file. */
export interface OwnTeam {
  name: string
  organization?: string
  members?: readonly string[]
  role: Role
  fleets?: readonly string[]
}

/** Adds teams with their members and fleets. */
export function addTeams(
  scene: SceneBuilder,
  people: OwnPeople,
  teams: readonly OwnTeam[],
  applications: readonly { id: number; name: string }[],
): void {
  for (const { name, organization, members = [], role, fleets = [] } of teams) {
    const created_at = scene.start - 200 * DAY
    const team = scene.add('team', {
      belongs_to__organization: people.organization(organization),
      name,
      created_at,
    })
    for (const username of members)
      scene.add('team_membership', { user: people.user(username), is_member_of__team: team, created_at })
    for (const application of applications)
      if (fleets.includes(application.name))
        scene.add('team_application_access', {
          team,
          grants_access_to__application: application.id,
          application_membership_role: roleId(scene, 'application_membership_role', role),
          created_at,
        })
  }
}

/** The applications on which a user has their role; users that are not listed have it on all. */
export type Grants = Readonly<Record<string, readonly string[]>>

/** Gives the demo users their roles on applications: developers and operators through a team, others directly. */
export function addMemberships(
  scene: SceneBuilder,
  people: People,
  applications: readonly { id: number; name: string }[],
  grantedOn: Grants = {},
): void {
  const firmware = scene.add('team', {
    belongs_to__organization: people.home,
    name: 'Firmware',
    description: 'Writes what the devices run.',
    created_at: scene.start - 300 * DAY,
  })
  const field = scene.add('team', {
    belongs_to__organization: people.home,
    name: 'Field operations',
    description: 'Keeps the devices running.',
    created_at: scene.start - 280 * DAY,
  })
  scene.add('team_membership', {
    user: people.user('devi'),
    is_member_of__team: firmware,
    created_at: scene.start - 200 * DAY,
  })
  scene.add('team_membership', {
    user: people.user('omar'),
    is_member_of__team: field,
    created_at: scene.start - 190 * DAY,
  })
  const grants = [
    { team: firmware, role: 'developer' },
    { team: field, role: 'operator' },
  ]
  // Users without a team.
  const direct = demoPeople.flatMap(({ username, role }) => {
    const isDirect =
      role !== null && roles[role].scope === 'fleet' && !grants.some((grant) => grant.role === role)
    return isDirect ? [{ username, role }] : []
  })
  for (const { id: application, name } of applications) {
    for (const { team, role } of grants) {
      scene.add('team_application_access', {
        team,
        grants_access_to__application: application,
        application_membership_role: roleId(scene, 'application_membership_role', role),
        created_at: scene.start - 180 * DAY,
      })
    }
    for (const { username, role } of direct) {
      if (grantedOn[username]?.includes(name) === false) continue
      scene.add('user_application_membership', {
        user: people.user(username),
        is_member_of__application: application,
        application_membership_role: roleId(scene, 'application_membership_role', role),
      })
    }
  }
}
