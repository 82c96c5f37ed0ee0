import { describe, expect, test } from 'vitest'
import { explainStatus } from '../../simulator/explain/status-explanations.ts'
import { restoreWorld } from '../../simulator/world/simulated-world.ts'
import { DAY, MINUTE, devices, pass, useWorlds } from './testing/open-world.ts'

const open = useWorlds()

describe('devices', () => {
  test('most devices of first-look are operational', async () => {
    const world = open('first-look')
    const all = await world.count('/v7/device/$count', 'ada')
    const operational = await world.count("/v7/device/$count?$filter=overall_status eq 'operational'", 'ada')
    expect(operational / all).toBeGreaterThan(0.9)
    expect(operational).toBeLessThan(all)
  })

  test('release-day rolls out 4.12.1: some devices are locked, some fail', async () => {
    const world = open('release-day')
    expect(await devices(world, 'cold-chain-eu')).toBe(1204)
    expect(await devices(world, 'cold-chain-eu', "overall_status eq 'updating'")).toBeGreaterThan(20)
    pass(world, 30 * MINUTE)
    expect(await devices(world, 'cold-chain-eu', "update_status eq 'downloaded'")).toBeGreaterThan(40)
    expect(await devices(world, 'cold-chain-eu', "update_status in ('rejected','aborted')")).toBeGreaterThan(
      4,
    )
  })

  test('one new device of release-day cannot download its first release, and another is rejected', async () => {
    const world = open('release-day')
    pass(world, 30 * MINUTE)
    const nothing = 'is_running__release eq null'
    expect(await devices(world, 'cold-chain-eu', `${nothing} and overall_status eq 'inactive'`)).toBe(3)
    const [stuck, ...others] = await world.rows(
      `/v7/device?$select=id,update_status&$filter=belongs_to__application/app_name eq 'cold-chain-eu' and ${nothing} and overall_status eq 'updating'`,
      'ada',
    )
    expect([stuck?.['update_status'], others]).toEqual(['downloading', []])
    const state = restoreWorld(world.cloud.snapshot().world)
    const index = Number(stuck?.['id']) - 1
    const messages = state.logs(index, { count: 100 }).map(({ message }) => message)
    expect(messages.some((message) => message.startsWith('Failed to download image'))).toBe(true)
    const provisioning = Array.from({ length: state.size }, (_, at) => at).flatMap((at) =>
      state.read(explainStatus, at).filter(({ about }) => about === 'provisioning'),
    )
    expect(provisioning.map(({ is }) => is).toSorted()).toEqual(['no image yet', 'refused'])
  })

  test('about 10 % of devices reject the bad release, and on about 3 % a service keeps crashing', async () => {
    const world = open('bad-release')
    const all = await devices(world, 'cold-chain-eu')
    expect(all).toBe(2400)
    const rejected = await devices(world, 'cold-chain-eu', "update_status eq 'rejected'")
    expect(rejected / all).toBeGreaterThan(0.09)
    expect(rejected / all).toBeLessThan(0.11)
    const crashed = new Set<number>()
    for (let round = 0; round < 4; round++) {
      const state = restoreWorld(world.cloud.snapshot().world)
      for (let index = 0; index < state.size; index++) {
        const { services } = state.device(index)
        if (services.some(({ status }) => /exited|restarting/.test(status))) crashed.add(index)
      }
      pass(world, 17_000)
    }
    expect(crashed.size / all).toBeGreaterThan(0.02)
    expect(crashed.size / all).toBeLessThan(0.04)
    const onOldRelease = await devices(world, 'cold-chain-eu', "is_running__release/raw_version eq '4.11.0'")
    expect(onOldRelease).toBe(rejected)
  })

  test.each([
    ['rollout-stops', 240],
    ['rollout-lands', 200],
  ])('the devices of %s stay on 4.11.0 until 4.12.1 is rolled out', async (scenario, count) => {
    const world = open(scenario)
    expect(await devices(world, 'cold-chain-eu', "is_running__release/raw_version eq '4.11.0'")).toBe(count)
    const [release] = await world.rows(
      "/v7/release?$select=id&$filter=belongs_to__application/app_name eq 'cold-chain-eu' and raw_version eq '4.12.1'",
      'ada',
    )
    await world.request("/v7/device?$filter=belongs_to__application/app_name eq 'cold-chain-eu'", {
      as: 'devi',
      method: 'PATCH',
      body: { is_pinned_on__release: release?.['id'] },
    })
    pass(world, 60 * MINUTE)
    const share = async (ring: string) => {
      const inRing = `device_tag/any(t:t/tag_key eq 'ring' and t/value eq '${ring}')`
      const all = await devices(world, 'cold-chain-eu', inRing)
      return (await devices(world, 'cold-chain-eu', `${inRing} and update_status eq 'rejected'`)) / all
    }
    expect(await share('canary')).toBe(0)
    if (scenario === 'rollout-lands') expect(await share('early')).toBe(0)
    else {
      expect(await share('early')).toBeGreaterThan(0.12)
      expect(await share('early')).toBeLessThan(0.28)
    }
  })

  test('all devices of Acme hold an update lock: updates wait, and reboots are rejected', async () => {
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

  test('two in five devices went offline forty minutes ago, and one in six of them is back online', async () => {
    const world = open('offline-storm')
    const all = await devices(world, 'cold-chain-eu')
    expect(all).toBe(900)
    const offline = await devices(world, 'cold-chain-eu', "overall_status eq 'disconnected'")
    expect(offline).toBe(300)
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

  test('two in three silo-sensors disconnect and reconnect every minute or two', async () => {
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
    const changed = [...before, ...now].filter((id) => before.has(id) !== now.has(id)).length
    expect(changed / all).toBeGreaterThan(0.1)
  })

  test('about 70 % of cold-chain-eu have an old OS version, and kiosk-lobby is on extended support', async () => {
    const world = open('ageing-os')
    const all = await devices(world, 'cold-chain-eu')
    const old = await devices(world, 'cold-chain-eu', "os_version in ('balenaOS 4.0.26','balenaOS 5.3.22')")
    expect(all).toBe(320)
    expect(old / all).toBeGreaterThan(0.63)
    expect(old / all).toBeLessThan(0.77)
    expect(await devices(world, 'cold-chain-eu', "supervisor_version eq '16.12.4'")).toBeGreaterThan(240)
    expect(await devices(world, 'kiosk-lobby', "startswith(os_version,'balenaOS 202')")).toBe(12)
  })

  test('the builds of bench-lab fail, and its devices stay on their release', async () => {
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
        `/v7/image?$select=status,image_size,build_log,error_message&$filter=release_image/any(r:r/is_part_of__release/raw_version eq '${version}')&$orderby=id asc`,
        'ada',
      )
    const [last, other] = await imagesOf('0.9.5')
    const [before] = await imagesOf('0.9.4')
    expect(other).toMatchObject({
      status: 'success',
      error_message: null,
      image_size: expect.stringMatching(/^\d{8,}$/),
    })
    expect(other?.['build_log']).toMatch(/Step 7\/7 .*\n(.*\n)*.*Successfully built/)
    // Each layer has a unique hash, and the log has the build time.
    const layers = [...String(other?.['build_log']).matchAll(/ ---> ([0-9a-f]{12})$/gm)].map(
      ([, hash]) => hash,
    )
    expect(new Set(layers).size).toBe(7)
    expect(other?.['build_log']).toMatch(/Build time: \d+ min \d+ s/)
    // A cancelled build ends in the middle of a step.
    const [cancelled] = await imagesOf('0.9.2')
    expect(cancelled?.['build_log']).toMatch(
      /Step 4\/7 .*\n.*Running in .*\n.*Get:1 .*\n.*Build cancelled\n$/,
    )
    // The log ends in the compile step, with the compiler output.
    for (const image of [last, before]) {
      expect(image).toMatchObject({ status: 'failed', image_size: null })
      const log = String(image?.['build_log'])
      expect(log).toMatch(
        /Step 6\/7 : RUN make release\n(\[[\w-]+\] .*\n)+\[[\w-]+\] modbus\.c:31:10: fatal error: .*\n.*\n.*Error 1\n.*returned a non-zero code: 2\n$/,
      )
      expect(log).not.toMatch(/Step 7|Successfully built|Image size/)
      expect(image?.['error_message']).toContain('make release')
    }
    expect(await devices(world, 'bench-lab', "is_running__release/raw_version eq '0.8.4'")).toBe(6)
  })

  test('rare-things has devices in all states, named after them, and fleets of the older types', async () => {
    const world = open('rare-things')
    const rows = await world.rows(
      "/v7/device?$select=device_name,overall_status,update_status&$filter=belongs_to__application/app_name eq 'all-statuses'",
      'ada',
    )
    const named = (name: string) => rows.find((row) => row['device_name'] === name)
    for (const status of [
      'operational',
      'inactive',
      'post-provisioning',
      'configuring',
      'updating',
      'disconnected',
      'reduced-functionality',
    ])
      expect(named(status)).toMatchObject({ overall_status: status })
    for (const status of ['rejected', 'aborted'])
      expect(named(status)).toMatchObject({ update_status: status })
    const older = await world.rows(
      '/v7/application?$select=app_name&$filter=application_type/is_legacy eq true&$orderby=app_name asc',
      'ada',
    )
    expect(older.map((row) => row['app_name'])).toEqual(['classic-kiosks', 'legacy-meters'])
  })

  test.each([
    ['ten-thousand', 10_000],
    ['one-hundred-thousand', 100_000],
    ['one-million', 1_000_000],
  ])('%s has %i devices, and Ada can count nearly all of them', async (name, count) => {
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
