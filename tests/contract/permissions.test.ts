import { expect, test } from 'vitest'
import { openCloud } from './use-cloud.ts'
import { aDevice, fleetId, releaseId } from './subjects.ts'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/scenarios/people.ts'

const everybody: DemoName[] = ['ada', 'devi', 'sadie', 'omar', 'sol', 'olive', 'mel', 'sue', 'pat']

interface Subject {
  device: number
  uuid: string
  offline: number
  fleet: number
  other: number
  release: number
  loose: number
  /** A fleet of one service. */
  single: number
}

async function subject(world: TestCloud): Promise<Subject> {
  const device = await aDevice(world, 'cold-chain-eu')
  const offline = await aDevice(world, 'kiosk-lobby', 'is_online eq false')
  return {
    device: device.id,
    uuid: device.uuid,
    offline: offline.id,
    fleet: await fleetId(world, 'cold-chain-eu'),
    other: await fleetId(world, 'harbor-cams'),
    release: await releaseId(world, 'cold-chain-eu', '4.11.0'),
    loose: await releaseId(world, 'cold-chain-eu', '4.10.2'),
    single: await fleetId(world, 'tram-displays'),
  }
}

interface Attempt {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: (it: Subject) => string
  body?: (it: Subject) => Record<string, unknown>
  /** What must stay as it was when the attempt is refused. */
  watch: (it: Subject) => string
  allowed: DemoName[]
}

const developers: DemoName[] = ['ada', 'devi']
const device = ({ device: id }: Subject) => `/v7/device(${id})`
const fleet = ({ fleet: id }: Subject) => `/v7/application(${id})`

const attempts: [what: string, attempt: Attempt][] = [
  [
    'renaming a device [PERM-007, PERM-044]',
    {
      method: 'PATCH',
      path: device,
      body: () => ({ device_name: 'mine' }),
      watch: (it) => `${device(it)}?$select=device_name`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'pinning a device [PERM-044]',
    {
      method: 'PATCH',
      path: device,
      body: ({ release }) => ({ is_pinned_on__release: release }),
      watch: (it) => `${device(it)}?$select=is_pinned_on__release`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'placing a device by hand [PERM-056]',
    {
      method: 'PATCH',
      path: device,
      body: () => ({ custom_latitude: '1' }),
      watch: (it) => `${device(it)}?$select=custom_latitude`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'moving a device [PERM-046]',
    {
      method: 'PATCH',
      path: device,
      body: ({ other }) => ({ belongs_to__application: other }),
      watch: (it) => `${device(it)}?$select=belongs_to__application`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'deactivating a device [PERM-049]',
    {
      method: 'PATCH',
      path: ({ offline }) => `/v7/device(${offline})`,
      body: () => ({ is_active: false }),
      watch: ({ offline }) => `/v7/device(${offline})?$select=is_active`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'deleting a device [PERM-009, PERM-012, PERM-050, PERM-075, PERM-076, PERM-077]',
    {
      method: 'DELETE',
      path: device,
      watch: (it) => `${device(it)}?$select=id`,
      allowed: [...developers, 'omar'],
    },
  ],
  [
    'tagging a device [PERM-051]',
    {
      method: 'POST',
      path: () => '/v7/device_tag',
      body: ({ device: id }) => ({ device: id, tag_key: 'k', value: 'v' }),
      watch: ({ device: id }) => `/v7/device_tag?$filter=device eq ${id} and tag_key eq 'k'`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'creating a device variable [PERM-057, PERM-081]',
    {
      method: 'POST',
      path: () => '/v7/device_environment_variable',
      body: ({ device: id }) => ({ device: id, name: 'K', value: 'v' }),
      watch: ({ device: id }) => `/v7/device_environment_variable?$filter=device eq ${id}`,
      allowed: [...developers, 'sadie', 'omar', 'sol'],
    },
  ],
  [
    'switching local mode on [PERM-045, PERM-058]',
    {
      method: 'POST',
      path: () => '/v7/device_config_variable',
      body: ({ device: id }) => ({ device: id, name: 'RESIN_SUPERVISOR_LOCAL_MODE', value: '1' }),
      watch: ({ device: id }) => `/v7/device_config_variable?$filter=device eq ${id}`,
      allowed: [...developers, 'sadie', 'omar'],
    },
  ],
  [
    'creating a fleet variable [PERM-052, PERM-079]',
    {
      method: 'POST',
      path: () => '/v7/application_environment_variable',
      body: ({ fleet: application }) => ({ application, name: 'K', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'deleting a fleet variable [PERM-078]',
    {
      method: 'DELETE',
      path: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      watch: ({ fleet: id }) => `/v7/application_environment_variable?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'creating a fleet configuration variable [PERM-063]',
    {
      method: 'POST',
      path: () => '/v7/application_config_variable',
      body: ({ fleet: application }) => ({ application, name: 'RESIN_X', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_config_variable?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'renaming a fleet [PERM-061, PERM-073, PERM-074]',
    {
      method: 'PATCH',
      path: fleet,
      body: () => ({ app_name: 'cold-chain-2' }),
      watch: (it) => `${fleet(it)}?$select=app_name,slug`,
      allowed: developers,
    },
  ],
  [
    'tagging a fleet [PERM-072]',
    {
      method: 'POST',
      path: () => '/v7/application_tag',
      body: ({ fleet: application }) => ({ application, tag_key: 'k', value: 'v' }),
      watch: ({ fleet: id }) => `/v7/application_tag?$filter=application eq ${id}`,
      allowed: developers,
    },
  ],
  [
    'deleting a fleet [PERM-033]',
    { method: 'DELETE', path: fleet, watch: (it) => `${fleet(it)}?$select=id`, allowed: ['ada'] },
  ],
  [
    'changing the type of a fleet [PERM-062]',
    {
      method: 'PATCH',
      path: ({ single }) => `/v7/application(${single})`,
      body: () => ({ application_type: 2 }),
      watch: ({ single }) => `/v7/application(${single})?$select=application_type`,
      allowed: ['ada'],
    },
  ],
  [
    'creating a fleet [PERM-037]',
    {
      method: 'POST',
      path: () => '/v7/application',
      body: () => ({ app_name: 'gates', organization: 1, is_for__device_type: 1 }),
      watch: () => "/v7/application?$filter=app_name eq 'gates'&$select=id",
      allowed: ['ada'],
    },
  ],
  [
    'noting a release [PERM-065]',
    {
      method: 'PATCH',
      path: ({ release }) => `/v7/release(${release})`,
      body: () => ({ note: 'mine' }),
      watch: ({ release }) => `/v7/release(${release})?$select=note`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'deleting a release [PERM-066, PERM-084, PERM-085]',
    {
      method: 'DELETE',
      path: ({ loose }) => `/v7/release(${loose})`,
      watch: ({ loose }) => `/v7/release(${loose})?$select=id`,
      allowed: developers,
    },
  ],
  [
    'tagging a release [PERM-083]',
    {
      method: 'POST',
      path: () => '/v7/release_tag',
      body: ({ release }) => ({ release, tag_key: 'k', value: 'v' }),
      watch: ({ release }) => `/v7/release_tag?$filter=release eq ${release}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    'creating a team [PERM-039]',
    {
      method: 'POST',
      path: () => '/v7/team',
      body: () => ({ name: 'Night shift', belongs_to__organization: 1 }),
      watch: () => "/v7/team?$filter=name eq 'Night shift'",
      allowed: ['ada'],
    },
  ],
  [
    'giving a team a fleet [PERM-070, PERM-089, PERM-090]',
    {
      method: 'PATCH',
      path: ({ fleet: id }) => `/v7/team_application_access?$filter=grants_access_to__application eq ${id}`,
      body: () => ({ application_membership_role: 5 }),
      watch: ({ fleet: id }) =>
        `/v7/team_application_access?$select=application_membership_role&$filter=grants_access_to__application eq ${id}`,
      allowed: [...developers, 'sadie'],
    },
  ],
  [
    "changing a fleet member's role [PERM-068, PERM-086]",
    {
      method: 'PATCH',
      path: ({ fleet: id }) => `/v7/user_application_membership?$filter=is_member_of__application eq ${id}`,
      body: () => ({ application_membership_role: 5 }),
      watch: ({ fleet: id }) =>
        `/v7/user_application_membership?$select=application_membership_role&$filter=is_member_of__application eq ${id}`,
      allowed: ['ada'],
    },
  ],
  [
    'removing a fleet member [PERM-069, PERM-087, PERM-088]',
    {
      method: 'DELETE',
      path: ({ fleet: id }) =>
        `/v7/user_application_membership?$filter=is_member_of__application eq ${id} and user/any(u:u/username eq 'olive')`,
      watch: ({ fleet: id }) =>
        `/v7/user_application_membership?$select=id&$filter=is_member_of__application eq ${id}`,
      // Olive gives up what is her own.
      allowed: [...developers, 'pat', 'olive'],
    },
  ],
  [
    'tagging a member [PERM-040]',
    {
      method: 'PATCH',
      path: () => "/v7/organization_membership_tag?$filter=tag_key eq 'office'",
      body: () => ({ value: 'moon' }),
      watch: () => '/v7/organization_membership_tag?$select=value',
      allowed: ['ada'],
    },
  ],
]

test.each(attempts)(
  '%s is for those who hold the permission, and for nobody else',
  async (_what, attempt) => {
    for (const name of everybody) {
      const world = openCloud()
      const it = await subject(world)
      const before = await world.rows(attempt.watch(it), 'pat')
      const response = await world.request(attempt.path(it), {
        as: name,
        method: attempt.method,
        ...(attempt.body === undefined ? {} : { body: attempt.body(it) }),
      })
      const after = await world.rows(attempt.watch(it), 'pat')
      if (attempt.allowed.includes(name)) {
        expect([name, response.ok]).toEqual([name, true])
        expect([name, after]).not.toEqual([name, before])
      } else {
        // Rows that somebody may not see are not there for them, so a change of them changes nothing (wire 4.5).
        expect([200, 401, 404]).toContain(response.status)
        expect(await response.text()).toMatch(/^(?:"Application\(s\) not found\.")?$/)
        expect([name, after]).toEqual([name, before])
      }
      world.dispose()
    }
  },
  120_000,
)

const seen: [name: DemoName, fleets: number][] = [
  ['ada', 10],
  ['devi', 10],
  ['sadie', 10],
  ['omar', 10],
  ['sol', 10],
  ['olive', 10],
  ['mel', 0],
]

test.each(seen)(
  '%s sees the fleets that a membership gives: %i [PERM-005, PERM-022]',
  async (name, fleets) => {
    const world = openCloud()
    const rows = await world.rows(
      '/v7/application?$select=id&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and organization eq 1',
      name,
    )
    expect(rows).toHaveLength(fleets)
    const devices = await world.count('/v7/device/$count', name)
    expect(devices > 0).toBe(fleets > 0)
  },
)

test('the organization of others is not there: not in lists, not in expansions, not in counts', async () => {
  const world = openCloud()
  const northwind = await fleetId(world, 'ticket-gates')
  expect(await world.rows(`/v7/application(${northwind})`, 'ada')).toEqual([])
  expect(await world.rows(`/v7/device?$filter=belongs_to__application eq ${northwind}`, 'ada')).toEqual([])
  expect(await world.count(`/v7/device/$count?$filter=belongs_to__application eq ${northwind}`, 'ada')).toBe(
    0,
  )
  expect(await world.rows('/v7/organization(3)', 'ada')).toEqual([])
  expect(await world.rows("/v7/user?$select=id&$filter=username eq 'nils'", 'ada')).toEqual([])
  expect(await world.rows(`/v7/release?$filter=belongs_to__application eq ${northwind}`, 'ada')).toEqual([])
  const types = await world.rows(
    "/v7/device_type?$select=slug&$filter=slug eq 'raspberrypi4-64'&$expand=is_default_for__application($select=slug;$filter=startswith(slug,'northwind'))",
    'ada',
  )
  expect(types).toEqual([{ slug: 'raspberrypi4-64', is_default_for__application: [] }])
})

test('a platform admin sees everything; a support agent only what support was let into [PERM-018, PERM-019]', async () => {
  const world = openCloud()
  const names = async (as: DemoName) =>
    (
      await world.rows('/v7/application?$select=app_name&$orderby=app_name asc&$filter=organization ne 4', as)
    ).map((row) => row['app_name'])
  expect(await names('pat')).toContain('ticket-gates')
  expect(await names('pat')).toContain('cold-chain-eu')
  expect(await names('sue')).toEqual(['bus-wifi', 'edge-metrics'])
  expect(await world.count('/v7/device/$count', 'sue')).toBe(2)

  world.clock.advanceTo(world.clock.now() + 8 * 86_400_000)
  expect(await names('sue')).toEqual(['edge-metrics'])
})

test('anybody reads what is public, and nothing else', async () => {
  const world = openCloud()
  const asNobody = async (path: string) => (await (await world.request(path)).json()) as { d: unknown[] }
  expect((await asNobody('/v7/device_type?$select=slug')).d).toHaveLength(9)
  expect(
    (await asNobody("/v7/application?$select=slug&$filter=slug eq 'balena_os/intel-nuc'")).d,
  ).toHaveLength(1)
  expect(
    (await asNobody("/v7/application?$select=slug&$filter=slug eq 'acme_logistics/bench-lab'")).d,
  ).toEqual([])
  expect((await asNobody('/v7/organization?$select=id')).d).toEqual([])
  expect((await asNobody('/v7/device?$select=id')).d).toEqual([])
})

test('a member tells the highest role they hold in the organization [DATA-049]', async () => {
  const rows = await openCloud().rows(
    "/v7/organization_membership?$select=effective_seat_role&$filter=is_member_of__organization eq 1 and user/any(u:u/username in ('ada','devi','sadie','omar','sol','olive','mel'))&$expand=user($select=username)",
    'ada',
  )
  const roles = rows.map((row) => {
    const [user] = row['user'] as { username: string }[]
    return [user?.username, row['effective_seat_role']]
  })
  expect(Object.fromEntries(roles)).toEqual({
    ada: 'administrator',
    devi: 'developer',
    sadie: 'safe-developer',
    omar: 'operator',
    sol: 'safe-operator',
    olive: 'observer',
    mel: 'member',
  })
})

const probes: [action: string, allowed: DemoName[]][] = [
  ['ssh [PERM-053]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
  ['ssh-host [PERM-054]', ['ada', 'devi', 'omar', 'pat']],
  ['supervisor-proxy-write [PERM-043]', ['ada', 'devi', 'omar']],
  ['actions-proxy-hup [PERM-047]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
  ['actions-proxy-supervisorupgrade [PERM-048]', ['ada', 'devi', 'omar']],
  ['access_diagnostics [PERM-029, PERM-035]', ['ada', 'devi', 'sadie', 'omar', 'sol', 'pat']],
]

test.each(probes)('a person can ask beforehand whether they may %s', async (titled, allowed) => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const action = titled.split(' ')[0]
  const may: DemoName[] = []
  for (const name of everybody) {
    const response = await world.request(`/v7/device(${id})/canAccess`, {
      as: name,
      method: 'POST',
      body: { action },
    })
    if (response.status === 200) {
      expect(await response.json()).toEqual({ d: [{ id }] })
      may.push(name)
    } else expect([response.status, await response.text()]).toEqual([401, ''])
  }
  expect(may).toEqual(allowed)
})

test('the last administrator stays', async () => {
  const world = openCloud()
  const [own] = await world.rows(
    '/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 2',
    'ada',
  )
  const response = await world.request(`/v7/organization_membership(${Number(own?.['id'])})`, {
    as: 'ada',
    method: 'DELETE',
  })
  expect(response.status).toBe(400)
  expect(
    await world.rows('/v7/organization_membership?$select=id&$filter=is_member_of__organization eq 2', 'ada'),
  ).toEqual([own])
})
