import { PinejsClientCore } from 'pinejs-client-core'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import type { Model } from '../../openapi/generated/resources.d.ts'
import {
  deviceIssues,
  issueFields,
  issueFilter,
  issueKinds,
  needsAttention,
} from '../../src/domain/device/device-issues.ts'
import type { IssueDevice, IssueKind, IssueService } from '../../src/domain/device/device-issues.ts'
import { aMachine, setCloudlink } from './machine.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

class Compiler extends PinejsClientCore<Model> {
  override async _request(): Promise<NonNullable<unknown>> {
    throw new Error('Only compiles')
  }
}
const compiler = new Compiler({ apiPrefix: '/v7/' })

/** The ids of devices that match the rules' filters on the platform, and of those for which the rules find an issue. */
async function bothSides(world: TestCloud) {
  const now = world.clock.now()
  const found = compiler.compile({
    resource: 'device',
    options: { $select: ['id'], $filter: needsAttention(now), $orderby: { id: 'asc' } },
  })
  const rows = await world.rows(
    `/v7/device?$select=id,${issueFields.join(',')}&$expand=image_install($select=status)&$orderby=id asc`,
    'pat',
  )
  const withIssues = (rows as unknown as (IssueDevice & { id: number; image_install: IssueService[] })[]).map(
    (device) => ({ id: device.id, issues: deviceIssues(device, device.image_install, now) }),
  )
  for (const kind of issueKinds) {
    const path = compiler.compile({
      resource: 'device',
      options: { $select: ['id'], $filter: issueFilter(kind, now), $orderby: { id: 'asc' } },
    })
    const byFilter = (await world.rows(`/v7/${path}`, 'pat')).map(({ id }) => id)
    const byKind = withIssues
      .filter(({ issues }) => issues.some((issue) => issue.kind === kind))
      .map(({ id }) => id)
    expect({ kind, ids: byFilter }).toEqual({ kind, ids: byKind })
  }
  return {
    byPlatform: (await world.rows(`/v7/${found}`, 'pat')).map(({ id }) => id),
    byRules: withIssues.filter(({ issues }) => issues.length > 0).map(({ id }) => id),
    kinds: withIssues.flatMap(({ issues }) => issues.map(({ kind }) => kind)),
    all: rows.length,
  }
}

async function agreed(world: TestCloud): Promise<readonly IssueKind[]> {
  const { byPlatform, byRules, kinds, all } = await bothSides(world)
  expect(byPlatform).toEqual(byRules)
  expect(byRules.length).toBeLessThan(all)
  return kinds
}

test('the platform counts the same devices as needing attention as the rules of the dashboard, for each kind of issue [OPS-040]', async () => {
  const seen = new Set<IssueKind>()
  for (const scenario of ['first-look', 'bad-release', 'update-locks', 'flapping-modems', 'free-plan-over']) {
    const world = openCloud(scenario)
    for (const kind of await agreed(world)) seen.add(kind)
    world.clock.advanceTo(world.clock.now() + 17 * 60_000)
    for (const kind of await agreed(world)) seen.add(kind)
    world.dispose()
  }
  const expected: IssueKind[] = [
    'frozen',
    'offline',
    'cloudlink-down',
    'crash-loop',
    'update-rejected',
    'update-locked',
    'storage-full',
    'undervolted',
  ]
  expect(expected.filter((kind) => !seen.has(kind))).toEqual([])
})

test('a stopped service counts until it is started again, for every user, and only among visible devices', async () => {
  const world = openCloud()
  const fleet = "belongs_to__application/any(a:a/app_name eq 'cold-chain-eu')"
  const [device] = await world.rows(
    `/v7/device?$select=id,belongs_to__application&$expand=image_install($select=installs__image;$top=1)&$filter=overall_status eq 'operational' and ${fleet}&$top=1`,
    'ada',
  )
  const installs = device?.['image_install'] as { installs__image: { __id: number } }[] | undefined
  const fleetId = (device?.['belongs_to__application'] as { __id: number } | undefined)?.__id
  const stopped = "image_install/any(ii:ii/status eq 'Stopped')"
  const found = async (who: DemoName) =>
    (await world.rows(`/v7/device?$select=id&$filter=${stopped}`, who)).map(({ id }) => id)
  const move = async (kind: 'stop-service' | 'start-service') => {
    const response = await world.request(`/supervisor/v2/applications/${fleetId}/${kind}`, {
      as: 'ada',
      method: 'POST',
      body: {
        deviceId: device?.['id'],
        appId: fleetId,
        data: { appId: fleetId, imageId: installs?.[0]?.installs__image.__id },
      },
    })
    expect(response.status).toBe(200)
    world.clock.advanceTo(world.clock.now() + 60_000)
  }
  expect(await found('ada')).toEqual([])
  await move('stop-service')
  expect(await found('ada')).toEqual([device?.['id']])
  expect(await found('mel')).toEqual([])
  const images = await world.rows(`/v7/image?$select=id&$filter=${stopped}`, 'ada')
  expect(images.map(({ id }) => id)).toEqual([installs?.[0]?.installs__image.__id])
  await agreed(world)
  await move('start-service')
  expect(await found('ada')).toEqual([])
})

test('a failed OS update counts, and metrics count from the exact threshold on', async () => {
  const world = openCloud()
  const machine = await aMachine(world, 'cold-chain-eu', { os_version: 'balenaOS 6.1.0+rev1' })
  await machine.poll()
  await setCloudlink(world, machine, true)
  const well = {
    is_online: true,
    memory_usage: 899,
    memory_total: 1_000,
    storage_usage: 899,
    storage_total: 1_000,
    cpu_temp: 79,
    is_undervolted: false,
    provisioning_state: '',
    provisioning_progress: null,
  }
  const counts = async (report: object) => {
    // The platform ignores metrics that follow too soon.
    world.clock.advanceTo(world.clock.now() + 2 * 60_000)
    await statusAndBody(await machine.report({ ...well, ...report }))
    const { byPlatform, byRules } = await bothSides(world)
    expect(byPlatform).toEqual(byRules)
    return byPlatform.includes(machine.id)
  }
  expect(await counts({})).toBe(false)
  expect(await counts({ storage_usage: 900 })).toBe(true)
  expect(await counts({ memory_usage: 900 })).toBe(true)
  expect(await counts({ memory_usage: 900, memory_total: 0 })).toBe(false)
  expect(await counts({ cpu_temp: 80 })).toBe(true)
  expect(await counts({ is_undervolted: true })).toBe(true)
  const failed = { provisioning_state: 'OS update failed: no space left', provisioning_progress: 94 }
  expect(await counts(failed)).toBe(true)
})
