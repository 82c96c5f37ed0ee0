import { afterEach, describe, expect, test } from 'vitest'
import { restoreWorld } from '../../simulator/world.ts'
import { createTestCloud } from '../hosts/node.ts'
import type { TestCloud } from '../hosts/node.ts'
import { OLIVE_AT_WORK } from './sso-mismatch.ts'
import { DEVI_SECRET } from './two-factor-pending.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let opened: TestCloud[] = []
afterEach(() => {
  for (const one of opened) one.dispose()
  opened = []
})

function open(scenario: string): TestCloud {
  const world = createTestCloud(scenario)
  opened.push(world)
  return world
}

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

/** How many devices of a fleet fit a filter, as Ada sees them. */
const devices = (world: TestCloud, fleet: string, filter = 'true') =>
  world.count(
    `/v7/device/$count?$filter=belongs_to__application/app_name eq '${fleet}'${filter === 'true' ? '' : ` and ${filter}`}`,
    'ada',
  )

const fleetNames = async (world: TestCloud, as: Parameters<TestCloud['rows']>[1]) =>
  (
    await world.rows(
      "/v7/application?$select=app_name&$filter=is_directly_accessible_by__user/any(dau:1 eq 1) and is_of__class eq 'fleet' and is_host eq false&$orderby=app_name asc",
      as,
    )
  ).map((row) => row['app_name'])

/** The fleets that support may enter, of whatever customer. */
const enterable = async (world: TestCloud) =>
  (
    await world.rows(
      "/v7/application?$select=app_name&$filter=is_of__class eq 'fleet'&$orderby=app_name asc",
      'sue',
    )
  ).map((row) => row['app_name'])

async function told(response: Promise<Response>): Promise<[number, string]> {
  const answer = await response
  return [answer.status, await answer.text()]
}

describe('devices', () => {
  test('most of first-look are well, and there is one of each unhappy kind', async () => {
    const world = open('first-look')
    const all = await world.count('/v7/device/$count', 'ada')
    const well = await world.count("/v7/device/$count?$filter=overall_status eq 'operational'", 'ada')
    expect(well / all).toBeGreaterThan(0.9)
    expect(well).toBeLessThan(all)
  })

  test('4.12.1 is on its way on release-day: some hold a lock, some fail', async () => {
    const world = open('release-day')
    expect(await devices(world, 'cold-chain-eu')).toBe(1204)
    expect(await devices(world, 'cold-chain-eu', "overall_status eq 'updating'")).toBeGreaterThan(20)
    pass(world, 30 * MINUTE)
    expect(await devices(world, 'cold-chain-eu', "update_status eq 'downloaded'")).toBeGreaterThan(40)
    expect(await devices(world, 'cold-chain-eu', "update_status in ('rejected','aborted')")).toBeGreaterThan(
      4,
    )
  })

  test('of the new devices of release-day one cannot fetch its first release, and one is refused', async () => {
    const world = open('release-day')
    pass(world, 30 * MINUTE)
    const nothing = 'is_running__release eq null'
    expect(await devices(world, 'cold-chain-eu', `${nothing} and overall_status eq 'configuring'`)).toBe(3)
    const [stuck, ...others] = await world.rows(
      `/v7/device?$select=id,update_status&$filter=belongs_to__application/app_name eq 'cold-chain-eu' and ${nothing} and overall_status eq 'updating'`,
      'ada',
    )
    expect([stuck?.['update_status'], others]).toEqual(['downloading', []])
    const state = restoreWorld(world.cloud.snapshot().world)
    const index = Number(stuck?.['id']) - 1
    const said = state.logs(index, { count: 100 }).map(({ message }) => message)
    expect(said.some((message) => message.startsWith('Failed to download image'))).toBe(true)
    const provisioning = Array.from({ length: state.size }, (_, at) => at).flatMap((at) =>
      state.why(at).filter(({ about }) => about === 'provisioning'),
    )
    expect(provisioning.map(({ is }) => is).toSorted()).toEqual(['no image yet', 'refused'])
  })

  test('one in ten rejects the bad release, and on about three in a hundred a service crashes over and over', async () => {
    const world = open('bad-release')
    const all = await devices(world, 'cold-chain-eu')
    expect(all).toBe(2400)
    const rejected = await devices(world, 'cold-chain-eu', "update_status eq 'rejected'")
    expect(rejected / all).toBeGreaterThan(0.09)
    expect(rejected / all).toBeLessThan(0.11)
    const crashed = new Set<number>()
    for (let look = 0; look < 4; look++) {
      const state = restoreWorld(world.cloud.snapshot().world)
      for (let index = 0; index < state.size; index++) {
        const { services } = state.device(index)
        if (services.some(({ status }) => /exited|restarting/.test(status))) crashed.add(index)
      }
      pass(world, 17_000)
    }
    expect(crashed.size / all).toBeGreaterThan(0.02)
    expect(crashed.size / all).toBeLessThan(0.04)
    const still = await devices(world, 'cold-chain-eu', "is_running__release/raw_version eq '4.11.0'")
    expect(still).toBe(rejected)
  })

  test('every device of Acme holds an update lock: the update waits, and a restart is refused', async () => {
    const world = open('update-locks')
    expect(await devices(world, 'cold-chain-eu', "update_status eq 'downloaded'")).toBe(240)
    const rows = await world.rows(
      "/v7/device?$select=uuid&$filter=belongs_to__application/organization/handle eq 'acme_logistics'",
      'ada',
    )
    expect(rows).toHaveLength(309)
    for (const { uuid } of [rows[0], rows[200], rows[260], rows[308]].map((row) => row ?? {})) {
      const send = (force: boolean) =>
        world.request('/supervisor/v1/reboot', {
          as: 'omar',
          method: 'POST',
          body: { uuid, data: { force } },
        })
      expect((await send(false)).status).toBe(423)
      expect((await send(true)).status).toBe(202)
    }
    pass(world, DAY)
    expect(await devices(world, 'cold-chain-eu', "update_status eq 'downloaded'")).toBeGreaterThan(230)
  })

  test('two in five of the fleet went offline at once, forty minutes ago, and one in six of them is back', async () => {
    const world = open('offline-storm')
    const all = await devices(world, 'cold-chain-eu')
    expect(all).toBe(900)
    const gone = await devices(world, 'cold-chain-eu', "overall_status eq 'disconnected'")
    expect(gone).toBe(300)
    const before = new Date(world.clock.now() - 41 * MINUTE).toISOString()
    const after = new Date(world.clock.now() - 38 * MINUTE).toISOString()
    const [at, back] = [
      `last_connectivity_event gt datetime'${before}' and last_connectivity_event lt datetime'${after}'`,
      'is_online eq true',
    ]
    expect(await devices(world, 'cold-chain-eu', `${at} and is_online eq false`)).toBe(300)
    expect(await devices(world, 'cold-chain-eu', back)).toBe(600)
    const recent = new Date(world.clock.now() - 10 * MINUTE).toISOString()
    expect(
      await devices(world, 'cold-chain-eu', `last_connectivity_event gt datetime'${recent}' and ${back}`),
    ).toBe(60)
    const towns = await world.rows(
      "/v7/device_tag?$select=value&$filter=tag_key eq 'site' and device/overall_status eq 'disconnected'",
      'ada',
    )
    expect(new Set(towns.map((tag) => tag['value']))).toEqual(new Set(['lyo', 'mil', 'mad', 'zrh']))
  })

  test('two in three silo-sensors come and go every minute or two', async () => {
    const world = open('flapping-modems')
    const all = await devices(world, 'silo-sensors')
    expect(all).toBe(240)
    const recent = new Date(world.clock.now() - 3 * MINUTE).toISOString()
    const moved = await devices(world, 'silo-sensors', `last_connectivity_event gt datetime'${recent}'`)
    expect(moved / all).toBeGreaterThan(0.5)
    const online = async () =>
      new Set(
        (
          await world.rows(
            "/v7/device?$select=id&$filter=belongs_to__application/app_name eq 'silo-sensors' and is_online eq true",
            'ada',
          )
        ).map((row) => row['id']),
      )
    const before = await online()
    pass(world, MINUTE)
    const now = await online()
    const turned = [...before, ...now].filter((id) => before.has(id) !== now.has(id)).length
    expect(turned / all).toBeGreaterThan(0.1)
  })

  test('seven in ten of an ageing fleet have an outdated system or one near its end, and kiosks are on extended support', async () => {
    const world = open('ageing-os')
    const all = await devices(world, 'cold-chain-eu')
    const old = await devices(world, 'cold-chain-eu', "os_version in ('balenaOS 4.0.26','balenaOS 5.3.22')")
    expect(all).toBe(320)
    expect(old / all).toBeGreaterThan(0.63)
    expect(old / all).toBeLessThan(0.77)
    expect(await devices(world, 'cold-chain-eu', "supervisor_version eq '16.12.4'")).toBeGreaterThan(240)
    expect(await devices(world, 'kiosk-lobby', "startswith(os_version,'balenaOS 202')")).toBe(12)
  })

  test('the builds of bench-lab fail one after the other, and devices stay on what they run', async () => {
    const world = open('build-failing')
    const statuses = async () =>
      (
        await world.rows(
          "/v7/release?$select=raw_version,status&$filter=belongs_to__application/app_name eq 'bench-lab'&$orderby=start_timestamp desc&$top=5",
          'ada',
        )
      ).map((row) => row['status'])
    expect(await statuses()).toEqual(['running', 'failed', 'failed', 'cancelled', 'failed'])
    pass(world, 3.5 * MINUTE)
    expect((await statuses())[0]).toBe('running')
    pass(world, MINUTE)
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'cancelled', 'failed'])
    const imagesOf = async (version: string) =>
      world.rows(
        `/v7/image?$select=status,build_log,error_message&$filter=release_image/any(r:r/is_part_of__release/raw_version eq '${version}')&$orderby=id asc`,
        'ada',
      )
    const images = await imagesOf('0.9.5')
    expect(images.map((image) => image['status'])).toEqual(['failed', 'failed'])
    const [before] = await imagesOf('0.9.4')
    // The log ends at the step that compiles, with what the compiler said.
    for (const image of [...images, before]) {
      const log = String(image?.['build_log'])
      expect(log).toMatch(
        /Step 6\/7 : RUN make release\n(\[[\w-]+\] .*\n)+\[[\w-]+\] modbus\.c:31:10: fatal error: .*\n.*\n.*Error 1\n.*returned a non-zero code: 2\n$/,
      )
      expect(log).not.toMatch(/Step 7|Successfully built|Image size/)
      expect(image?.['error_message']).toContain('make release')
    }
    expect(await devices(world, 'bench-lab', "is_running__release/raw_version eq '0.8.4'")).toBe(6)
  })

  test.each([
    ['ten-thousand', 10_000],
    ['one-hundred-thousand', 100_000],
    ['one-million', 1_000_000],
  ])('%s has %i devices, and Ada may count nearly all of them', async (name, count) => {
    const world = open(name)
    const state = (await (await world.request('/__flotilla/state')).json()) as { devices: number }
    expect(state.devices).toBe(count)
    expect(await world.count('/v7/device/$count', 'ada')).toBe(count - 6)
    const [first] = await world.rows(
      '/v7/device?$select=id,device_name&$orderby=device_name asc&$top=1',
      'ada',
    )
    expect(first?.['device_name']).toEqual(expect.any(String))
  })
})

describe('people', () => {
  test('in an empty account there are people and nothing else', async () => {
    const world = open('empty-account')
    expect(await fleetNames(world, 'ada')).toEqual([])
    expect(await world.count('/v7/device/$count', 'ada')).toBe(0)
    for (const one of ['app', 'block']) {
      expect(
        await world.count(
          `/v7/application/$count?$filter=is_of__class eq '${one}' and is_host eq false and organization/handle eq 'acme_logistics'`,
          'ada',
        ),
      ).toBe(0)
    }
    expect(
      await world.count(
        "/v7/organization_membership/$count?$filter=is_member_of__organization/handle eq 'acme_logistics'",
        'ada',
      ),
    ).toBeGreaterThan(9)
    expect(await told(world.request('/billing/v1/account/1/invoices', { as: 'ada' }))).toEqual([200, '[]'])
  })

  test('each of the limited people sees their own few fleets, and what is beyond them is refused', async () => {
    const world = open('limited-roles')
    expect(await fleetNames(world, 'sadie')).toEqual(['bench-lab', 'cold-chain-eu'])
    expect(await fleetNames(world, 'sol')).toEqual(['harbor-cams', 'silo-sensors'])
    expect(await fleetNames(world, 'olive')).toEqual(['cold-chain-eu'])
    expect(await fleetNames(world, 'mel')).toEqual([])
    const [device] = await world.rows('/v7/device?$select=id&$top=1&$orderby=id asc', 'olive')
    const rename = { method: 'PATCH', body: { device_name: 'renamed' } }
    expect(
      (await world.request(`/v7/device(${Number(device?.['id'])})`, { as: 'olive', ...rename })).status,
    ).toBe(401)
  })

  test('support may enter one fleet and one device, not what ended yesterday', async () => {
    const world = open('support-access')
    const fleets = () => enterable(world)
    const cameras = () =>
      world.count("/v7/device/$count?$filter=is_of__device_type/slug eq 'jetson-orin-nano'", 'sue')
    const kiosks = () =>
      world.count("/v7/device/$count?$filter=is_of__device_type/slug eq 'intel-nuc'", 'sue')
    expect(await fleets()).toEqual(['bus-wifi', 'cold-chain-eu'])
    expect([await cameras(), await kiosks()]).toEqual([1, 0])
    pass(world, 2 * HOUR + MINUTE)
    expect([await fleets(), await cameras()]).toEqual([['bus-wifi', 'cold-chain-eu'], 0])
    pass(world, 3 * DAY)
    expect(await fleets()).toEqual(['bus-wifi'])
  })

  test('Ada cannot leave the organization that she alone administers, and may leave the other', async () => {
    const world = open('last-administrator')
    const membership = async (handle: string) => {
      const [row] = await world.rows(
        `/v7/organization_membership?$select=id&$filter=user/username eq 'ada' and is_member_of__organization/handle eq '${handle}'`,
        'pat',
      )
      return `/v7/organization_membership(${Number(row?.['id'])})`
    }
    const leave = async (handle: string) =>
      (await world.request(await membership(handle), { as: 'ada', method: 'DELETE' })).status
    expect(await leave('acme_logistics')).toBeGreaterThanOrEqual(400)
    expect(await leave('tidewater_research')).toBe(200)
    expect(
      await world.count(
        "/v7/organization_membership/$count?$filter=user/username eq 'ada' and is_member_of__organization/handle eq 'acme_logistics'",
        'pat',
      ),
    ).toBe(1)
  })

  test('Tess owes a code after her password, and Devi goes on with the key that she was shown', async () => {
    const world = open('two-factor-pending')
    const login = { username: 'tess@flotilla.example', password: 'flotilla-demo' }
    const [status, token] = await told(world.request('/login_', { method: 'POST', body: login }))
    expect(status).toBe(200)
    const claims = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as object
    expect(claims).toMatchObject({ twoFactorRequired: true })
    const shown = await told(world.request('/auth/totp/setup', { as: 'devi' }))
    expect(shown).toEqual([200, expect.stringContaining(DEVI_SECRET)])
  })

  test('the identity provider and the platform do not agree on Olive and Sol', async () => {
    const world = open('sso-mismatch')
    const link = async (username: 'olive' | 'sol', email: string) => {
      const party = '/__flotilla/sign-in/saml?identity_provider=acme&return_to=https://dashboard.example/saml'
      const json = { accept: 'application/json' }
      const answer = { decision: 'approve', email }
      const [, led] = await told(world.request(party, { method: 'POST', body: answer, headers: json }))
      const { location } = JSON.parse(led) as { location: string }
      const code = new URL(location).searchParams.get('code')
      const body = { code, token: await world.token(username) }
      return told(world.request('/auth/saml/finalize', { method: 'POST', body }))
    }
    const accounts = () => world.count('/v7/saml_account/$count', 'pat')
    const before = await accounts()
    const [refused, reason] = await link('olive', OLIVE_AT_WORK)
    expect([refused, reason]).toEqual([400, expect.stringContaining(OLIVE_AT_WORK)])
    expect(reason).toContain('olive@flotilla.example')
    expect(await link('sol', 'sol@flotilla.example')).toEqual([400, expect.stringContaining('somebody else')])
    expect(await accounts()).toBe(before)
  })
})

describe('bills', () => {
  const acme = async (world: TestCloud) => {
    const [row] = await world.rows(
      "/v7/organization?$select=id,is_frozen,has_past_due_invoice_since__date&$filter=handle eq 'acme_logistics'",
      'ada',
    )
    const since = Date.parse(String(row?.['has_past_due_invoice_since__date']))
    return {
      id: Number(row?.['id']),
      isFrozen: row?.['is_frozen'],
      days: Math.floor((world.clock.now() - since) / DAY),
    }
  }
  const openBills = async (world: TestCloud) => {
    const [, text] = await told(world.request('/billing/v1/account/1/invoices', { as: 'ada' }))
    return (JSON.parse(text) as { state: string }[]).filter(({ state }) => state === 'past_due').length
  }
  const frozen = (world: TestCloud) => world.count('/v7/device/$count?$filter=is_frozen eq true', 'ada')

  test('the free organization has four devices more than it may have, and they are frozen', async () => {
    const world = open('free-plan-over')
    expect(await devices(world, 'tide-buoys')).toBe(14)
    expect(await devices(world, 'tide-buoys', 'is_frozen eq true')).toBe(4)
    expect(await frozen(world)).toBe(4)
    expect(await acme(world)).toMatchObject({ isFrozen: false })
    expect(await fleetNames(world, 'devi')).toContain('tide-buoys')
    const [fleet] = await world.rows("/v7/application?$select=id&$filter=app_name eq 'tide-buoys'", 'ada')
    const body = { user: 1, application: fleet?.['id'], uuid: '0'.repeat(32), device_type: 'raspberrypi3' }
    expect((await world.request('/device/register', { as: 'ada', method: 'POST', body })).status).toBe(403)
    expect(await devices(world, 'tide-buoys')).toBe(14)
  })

  test('a declined card leaves the last bill open, and credits cannot be bought with it', async () => {
    const world = open('payment-fails')
    expect(await acme(world)).toMatchObject({ isFrozen: false, days: 2 })
    expect(await openBills(world)).toBe(1)
    const [feature] = await world.rows("/v7/feature?$select=id&$filter=slug eq 'device:microservices'", 'ada')
    const body = { belongs_to__organization: 1, is_for__feature: feature?.['id'], original_quantity: 10 }
    const [, text] = await told(world.request('/v7/credit_bundle', { as: 'ada', method: 'POST', body }))
    expect(JSON.parse(text)).toMatchObject({
      payment_status: 'failed',
      error_message: 'Your card was declined.',
    })
  })

  test.each([
    [29, 1, false],
    [30, 1, false],
    [59, 2, false],
    [60, 2, true],
  ])('%i days past due: %i open bills, frozen: %s', async (days, bills, isFrozen) => {
    const world = open(`past-due-${days}`)
    expect(await acme(world)).toEqual({ id: 1, isFrozen, days })
    expect(await openBills(world)).toBe(bills)
    expect(await frozen(world)).toBe(isFrozen ? 113 : 0)
    pass(world, DAY)
    expect((await acme(world)).isFrozen).toBe(days >= 59)
  })
})
