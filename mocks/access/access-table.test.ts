import { afterAll, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { callerAccess, createAccessIndex, isOpenToSupport, type Place } from './access.ts'
import type { Caller } from './caller.ts'
import { applicationsOfDevice, deviceMay, deviceMayAdd, deviceReads, deviceWrites } from './device-key.ts'
import { openSession, person, renewSession, session } from './sessions.ts'
import { verifyToken } from './tokens.ts'
import { userNamed } from './users.ts'

const NOW = Date.UTC(2026, 10, 20, 14)
const lifecycle = new Lifecycle({ scenario: 'first-look', clock: createClock(NOW, 0) })
const { store } = lifecycle
afterAll(() => lifecycle.dispose())

const user = (name: string) => userNamed(store, name) ?? -1
const acme = store.rows('organization').find('handle', 'acme_logistics')?.[0] ?? -1
const other = [...store.rows('organization').handles()].find((id) => id !== acme) ?? -1
const applications = store.rows('application')
const fleetOf = store.world.column('fleetId')
const devices = store.table('device')
const [fleet = -1, another = -1] = new Set(
  [...devices.handles()]
    .map((index) => fleetOf(index))
    .filter((id) => applications.row(id).organization === acme),
)
const indexIn = (id: number) => [...devices.handles()].find((index) => fleetOf(index) === id) ?? -1
const device = (id: number) => Number(devices.reader('id')(indexIn(id)))
/** Nobody has a role before it is given. */
const nils = user('nils')

const as = (caller: Caller, now = NOW) => {
  store.changed()
  return callerAccess(store, createAccessIndex(), caller, now)
}
const asUser = (id: number, more: object = {}, now = NOW) =>
  as({ kind: 'user', user: id, authTime: null, ...more }, now)

/** Without members and access. */
const team = store.table('team').insert({ name: 'nobody', belongs_to__organization: acme })
const PLACES: Record<string, Place> = {
  fleet: { kind: 'application', id: fleet },
  another: { kind: 'application', id: another },
  device: { kind: 'device', id: device(fleet) },
  'device of another': { kind: 'device', id: device(another) },
  'no device': { kind: 'device', id: 999_999 },
  organization: { kind: 'organization', id: acme },
  'another organization': { kind: 'organization', id: other },
  team: { kind: 'team', id: team },
  nils: { kind: 'user', id: nils },
  ada: { kind: 'user', id: user('ada') },
}
const placesWith = (access: ReturnType<typeof as>, permission: string) =>
  Object.entries(PLACES).flatMap(([name, place]) => (access.can(permission, place) ? [name] : []))

const roleIn = (resource: 'application_membership_role' | 'organization_membership_role', name: string) =>
  store.rows(resource).find('name', name)?.[0] ??
  [...store.rows(resource).handles()].find((id) => store.rows(resource).reader('name')(id) === name) ??
  -1

/** What holds while a row is there. */
function withRow<Result>(
  resource:
    | 'user_application_membership'
    | 'organization_membership'
    | 'team_membership'
    | 'team_application_access',
  values: Record<string, number>,
  read: () => Result,
): Result {
  const row = store.table(resource).insert(values)
  try {
    return read()
  } finally {
    store.table(resource).remove(row)
    store.changed()
  }
}

test('nobody has no permission anywhere, and sees only what is public', () => {
  const access = as({ kind: 'anonymous' })
  expect(placesWith(access, 'resin.device.update')).toEqual([])
  expect(access.heldApplications.size).toBe(0)
  expect([...access.applications].every((id) => applications.row(id).is_public === true)).toBe(true)
  expect(access.applications.size).toBeGreaterThan(0)
  expect(access.seesAll).toBe(false)
  expect(access.roleOn(fleet)).toBeUndefined()
})

test('a user without a role has permission on themselves alone', () => {
  expect(placesWith(asUser(nils), 'resin.device.update')).toEqual(['nils'])
  expect(asUser(nils).heldApplications.has(fleet)).toBe(false)
})

test('a role on a fleet is one on it and its devices, by membership and by team', () => {
  const direct = { user: nils, is_member_of__application: fleet }
  const operator = roleIn('application_membership_role', 'operator')
  withRow('user_application_membership', { ...direct, application_membership_role: operator }, () => {
    const access = asUser(nils)
    expect(access.roleOn(fleet)).toBe('operator')
    expect(access.heldApplications.has(fleet)).toBe(true)
    expect(access.heldApplications.has(another)).toBe(false)
    expect(placesWith(access, 'resin.device.move')).toEqual(['fleet', 'device', 'nils'])
    expect(placesWith(access, 'resin.release.delete')).toEqual(['nils'])
  })
  withRow('team_membership', { user: nils, is_member_of__team: team }, () => {
    expect(asUser(nils).roleOn(another)).toBeUndefined()
    const grant = { team, grants_access_to__application: another, application_membership_role: operator }
    withRow('team_application_access', grant, () => {
      expect(asUser(nils).roleOn(another)).toBe('operator')
    })
  })
})

test('of several roles on a fleet the highest counts', () => {
  const [observer, developer] = ['observer', 'developer'].map((name) =>
    roleIn('application_membership_role', name),
  )
  const on = { user: nils, is_member_of__application: fleet }
  withRow('user_application_membership', { ...on, application_membership_role: observer ?? -1 }, () => {
    expect(asUser(nils).roleOn(fleet)).toBe('observer')
    const grant = {
      team,
      grants_access_to__application: fleet,
      application_membership_role: developer ?? -1,
    }
    withRow('team_application_access', grant, () =>
      withRow('team_membership', { user: nils, is_member_of__team: team }, () =>
        expect(asUser(nils).roleOn(fleet)).toBe('developer'),
      ),
    )
  })
})

test('administrators of an organization are those of its fleets, members have no role on them', () => {
  const member = (name: string) => ({
    user: nils,
    is_member_of__organization: acme,
    organization_membership_role: roleIn('organization_membership_role', name),
  })
  withRow('organization_membership', member('administrator'), () => {
    const access = asUser(nils)
    expect(access.organizations.get(acme)).toBe('administrator')
    expect([access.roleOn(fleet), access.roleOn(another)]).toEqual(['administrator', 'administrator'])
    expect(placesWith(access, 'resin.team.create')).toEqual([
      'fleet',
      'another',
      'device',
      'device of another',
      'organization',
      'team',
      'nils',
    ])
  })
  withRow('organization_membership', member('member'), () => {
    const access = asUser(nils)
    expect(access.organizations.get(acme)).toBe('member')
    expect(access.roleOn(fleet)).toBeUndefined()
    expect(placesWith(access, 'resin.device.update')).toEqual(['nils'])
  })
})

test('platform administrators see and may everything but what is of a user', () => {
  const access = asUser(nils, { staff: 'balena_admin' })
  expect(access.seesAll).toBe(true)
  expect(access.heldApplications.size).toBe([...applications.handles()].length)
  expect(access.roleOn(fleet)).toBe('balena_admin')
  expect(placesWith(access, 'resin.organization.update')).toEqual([
    'fleet',
    'another',
    'device',
    'device of another',
    'organization',
    'another organization',
    'team',
    'nils',
  ])
})

test('support sees a fleet, or a single device, until its access ends', () => {
  const until = NOW + 1000
  const access = (now = NOW) => asUser(nils, { staff: 'support_agent' }, now)
  const sshOn = (one: ReturnType<typeof as>) =>
    placesWith(one, 'resin.device.ssh').filter((name) => !/organization|team/.test(name))
  const open = (table: typeof devices | typeof applications, row: number, read: () => void) => {
    table.update(row, { is_accessible_by_support_until__date: until })
    try {
      read()
    } finally {
      table.update(row, { is_accessible_by_support_until__date: null })
    }
  }
  expect(access().seesAll).toBe(false)
  expect(sshOn(access())).toEqual(['nils'])

  open(devices, indexIn(fleet), () => {
    expect(sshOn(access())).toEqual(['device', 'nils'])
    expect(access().can('resin.device.update', { kind: 'device', id: device(fleet) })).toBe(false)
    expect(sshOn(access(until))).toEqual(['nils'])
    expect(sshOn(asUser(nils))).toEqual(['nils'])
    expect(sshOn(asUser(nils, { staff: 'balena_admin' }))).toContain('device')
  })
  open(applications, another, () => {
    expect(isOpenToSupport(store, 'application', another, until - 1)).toBe(true)
    expect(isOpenToSupport(store, 'application', another, until)).toBe(false)
    expect(isOpenToSupport(store, 'application', fleet, until - 1)).toBe(false)
    expect(access().heldApplications.has(another)).toBe(true)
    expect(access().heldApplications.has(fleet)).toBe(false)
    expect(access().roleOn(another)).toBe('support_agent')
    expect(access().roleOn(fleet)).toBeUndefined()
    expect(sshOn(access())).toEqual(['another', 'device of another', 'nils'])
    expect(asUser(nils).heldApplications.has(another)).toBe(false)
  })
})

test('staff keep the role that they were given on a fleet', () => {
  const role = roleIn('application_membership_role', 'observer')
  const values = { user: nils, is_member_of__application: fleet, application_membership_role: role }
  withRow('user_application_membership', values, () =>
    expect(asUser(nils, { staff: 'balena_admin' }).roleOn(fleet)).toBe('observer'),
  )
})

test('the key of a fleet may add devices to it, and nothing else', () => {
  const access = as({ kind: 'application', application: fleet })
  expect(placesWith(access, 'resin.device.create')).toEqual(['fleet'])
  expect(placesWith(access, 'resin.device.update')).toEqual([])
  expect([...access.heldApplications]).toEqual([fleet])
})

test('the key of a device may write what belongs to it, and sees its fleet and what is public for its type', () => {
  const access = as({ kind: 'device', device: device(fleet) })
  expect(placesWith(access, 'resin.device.update')).toEqual(['device'])
  expect(placesWith(access, 'resin.device_tag.create')).toEqual(['device'])
  expect(placesWith(access, 'resin.device.delete')).toEqual([])
  expect([...access.heldApplications]).toEqual([fleet])
  const index = indexIn(fleet)
  const type = store.world.column('deviceTypeId')(index)
  const { is_public, is_for__device_type } = applications.row(another)
  try {
    // Public for its type, public for another, and not public.
    for (const [isPublic, forType, isSeen] of [
      [true, type, true],
      [true, type + 1, false],
      [false, type, false],
    ] as const) {
      applications.update(another, { is_public: isPublic, is_for__device_type: forType })
      expect(applicationsOfDevice(store, index)[0]).toBe(fleet)
      expect(applicationsOfDevice(store, index).includes(another)).toBe(isSeen)
      expect(as({ kind: 'device', device: device(fleet) }).applications.has(another)).toBe(isSeen)
    }
  } finally {
    applications.update(another, { is_public, is_for__device_type })
  }
  expect(applicationsOfDevice(store, -1)).toEqual([])
  // A device that was deleted.
  const gone = as({ kind: 'device', device: 999_999 })
  expect(placesWith(gone, 'resin.device.update')).toEqual([])
  expect(gone.heldApplications.size).toBe(0)
})

test.each([
  ['device', 'update', true],
  ['device', 'create', false],
  ['device', 'delete', false],
  ['device_config_variable', 'create', true],
  ['device_config_variable', 'update', true],
  ['device_config_variable', 'delete', false],
  ['device_environment_variable', 'delete', true],
  ['device_service_environment_variable', 'delete', true],
  ['device_tag', 'delete', true],
  ['image_install', 'update', true],
  ['image_install', 'delete', false],
  ['service_install', 'delete', true],
  ['release', 'update', false],
  ['application', 'update', false],
  ['user', 'update', false],
])('the key of a device may write %s by %s: %s', (resource, action, may) => {
  expect(deviceWrites(resource, action)).toBe(may)
  expect(deviceMay(`resin.${resource}.${action}`)).toBe(may)
})

test('a device reads its program and its variables, and no people, teams or bills', () => {
  const read = ['application', 'release', 'image', 'service', 'device_tag', 'user_public_key']
  const not = [
    'user',
    'organization',
    'team',
    'api_key',
    'subscription',
    'application_invite',
    'credit_bundle',
  ]
  expect(read.filter((name) => !deviceReads(name))).toEqual([])
  expect(not.filter(deviceReads)).toEqual([])
  expect(deviceMay('resin.device.cloudlink')).toBe(true)
  expect(deviceMay('resin.device.write-log')).toBe(true)
  expect(deviceMay('resin.device.supervisor-proxy-write')).toBe(true)
  expect(deviceMay('resin.device.ssh')).toBe(false)
})

test('a device may install what is of its fleet, its supervisor and OS, and images of public applications', () => {
  const serviceOf = (application: number) => store.rows('service').find('application', application)?.[0] ?? -1
  const imageOf = (application: number) =>
    store.rows('image').find('is_a_build_of__service', serviceOf(application))?.[0] ?? -1
  const releaseOf = (application: number) =>
    store.rows('release').find('belongs_to__application', application)?.[0] ?? -1
  const mayAdd = (
    resource: 'service_install' | 'image_install' | 'device_tag',
    values: Record<string, number>,
  ) => deviceMayAdd(store, device(fleet), resource, values)
  const installs = (application: number) => [
    mayAdd('service_install', { installs__service: serviceOf(application) }),
    mayAdd('image_install', { installs__image: imageOf(application) }),
  ]
  const index = indexIn(fleet)
  const before = applications.row(another).is_public
  expect(installs(fleet)).toEqual([true, true])
  expect(installs(another)).toEqual([false, false])
  expect(mayAdd('device_tag', {})).toBe(true)
  for (const field of ['should_be_managed_by__release', 'should_be_operated_by__release']) {
    const own = devices.reader(field)(index)
    try {
      applications.update(another, { is_public: true })
      expect(installs(another)).toEqual([false, true])
      devices.update(index, { [field]: releaseOf(another) })
      expect(installs(another)).toEqual([true, true])
      applications.update(another, { is_public: false })
      expect(installs(another)).toEqual([false, false])
      // A release that was deleted.
      devices.update(index, { [field]: 999_999 })
      expect(installs(another)).toEqual([false, false])
    } finally {
      devices.update(index, { [field]: own })
      applications.update(another, { is_public: before })
    }
  }
})

test('roles are kept until a row changes', () => {
  const accessIndex = createAccessIndex()
  const first = accessIndex(store, nils)
  expect(accessIndex(store, nils)).toBe(first)
  expect(accessIndex(store, user('ada'))).not.toBe(first)
  store.changed()
  expect(accessIndex(store, nils)).not.toBe(first)
})

test('what only people may do is refused to devices, and what needs a session to keys', () => {
  const refused = expect.objectContaining({ status: 401 })
  const key = { kind: 'user', user: nils, authTime: null } as const
  expect(person({ caller: key })).toBe(key)
  expect(() => session({ caller: key })).toThrow(refused)
  expect(session({ caller: { ...key, authTime: 5 } })).toEqual({ ...key, authTime: 5 })
  for (const caller of [{ kind: 'anonymous' }, { kind: 'device', device: 1 }] as const)
    expect(() => person({ caller })).toThrow(refused)
})

test('a session says whether its second factor is missing, and one of staff behind a user does not', () => {
  const issuer = { store, cloud: { realNow: () => NOW } }
  const claimsOf = (token: string) => verifyToken(store, token, NOW)
  const caller = { kind: 'user', user: nils, authTime: 5 } as const
  expect(claimsOf(openSession(issuer, nils))).toMatchObject({ authTime: NOW })
  expect(claimsOf(openSession(issuer, nils))).not.toHaveProperty('twoFactorRequired')
  const before = store.secrets.authenticators.get(nils)
  store.secrets.authenticators.set(nils, { isOn: true, secret: 'x', recoveryCodes: [] } as never)
  try {
    expect(claimsOf(openSession(issuer, nils))).toMatchObject({ twoFactorRequired: true })
    expect(claimsOf(openSession(issuer, nils, true))).toMatchObject({ twoFactorRequired: false })
    expect(claimsOf(renewSession(issuer, caller, 5))).toMatchObject({ authTime: 5, twoFactorRequired: false })
    const behind = claimsOf(renewSession(issuer, { ...caller, actualUser: 9 }, 5))
    expect(behind).toMatchObject({ actualUser: 9 })
    expect(behind).not.toHaveProperty('twoFactorRequired')
  } finally {
    if (before === undefined) store.secrets.authenticators.delete(nils)
    else store.secrets.authenticators.set(nils, before)
  }
  store.secrets.authenticators.set(nils, { isOn: false, secret: 'x', recoveryCodes: [] } as never)
  expect(claimsOf(openSession(issuer, nils))).not.toHaveProperty('twoFactorRequired')
  store.secrets.authenticators.delete(nils)
})
