import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { openCloud } from './use-cloud.ts'

interface Subject {
  fleet: number
  device: number
  uuid: string
  release: number
  commit: string
  actor: number
}

async function subject(world: TestCloud): Promise<Subject> {
  const [fleet] = await world.rows("/v7/application?$filter=slug eq 'acme_logistics/cold-chain-eu'", 'ada')
  const [device] = await world.rows(
    `/v7/device?$filter=belongs_to__application eq ${Number(fleet?.['id'])} and overall_status eq 'operational'&$orderby=device_name asc&$top=1`,
    'ada',
  )
  const [release] = await world.rows(
    `/v7/release?$filter=belongs_to__application eq ${Number(fleet?.['id'])} and raw_version eq '4.12.1'`,
    'ada',
  )
  return {
    fleet: Number(fleet?.['id']),
    device: Number(device?.['id']),
    uuid: String(device?.['uuid']),
    release: Number(release?.['id']),
    commit: String(release?.['commit']),
    actor: 1,
  }
}

type UrlOf = (it: Subject) => string

const services =
  '$expand=image_install($select=id,download_progress,status,install_date;$filter=status%20ne%20%27deleted%27;$expand=installs__image($select=id;$expand=is_a_build_of__service($select=id,service_name)),is_provided_by__release($select=id,commit,raw_version;$expand=belongs_to__application($select=slug)))'

const own = '$filter=is_directly_accessible_by__user/any(dau:1 eq 1)'

// As sent by the official clients (docs/platform/data-api.md), with the expected number of rows: exact, or at least one.
const captured: [name: string, url: UrlOf, rows: number | 'some'][] = [
  ['application.getAll [CALL-004]', () => '/v7/application?$orderby=app_name asc', 'some'],
  [
    'application.getAllDirectlyAccessible [CALL-004]',
    () =>
      `/v7/application?${own}&$orderby=app_name asc&$select=id,app_name,slug&$expand=owns__device/$count,organization($select=id,name)`,
    'some',
  ],
  [
    'application.get by slug [CALL-004]',
    () =>
      "/v7/application?$filter=slug eq 'acme_logistics/cold-chain-eu' or uuid eq 'acme_logistics/cold-chain-eu'&$select=id",
    1,
  ],
  ['application.get by id [CALL-004]', ({ fleet }) => `/v7/application(${fleet})`, 1],
  [
    'CLI fleet lookup, byte for byte',
    () =>
      '/v7/application?$filter=is_directly_accessible_by__user/any(dau:1%20eq%201)%20and%20(slug%20eq%20%27acme_logistics%2Fcold-chain-eu%27%20or%20uuid%20eq%20%27acme_logistics%2Fcold-chain-eu%27)&$select=id',
    1,
  ],
  [
    'CLI fleet list',
    () =>
      `/v7/application?${own}&$orderby=app_name asc&$select=id,app_name,slug&$expand=is_for__device_type($select=slug),owns__device($select=is_online)`,
    'some',
  ],
  ['organization by handle', () => "/v7/organization(handle='acme_logistics')?$select=id", 1],
  [
    'application.getAllByOrganization',
    () => '/v7/application?$filter=organization eq 1&$orderby=app_name asc',
    'some',
  ],
  ['device.getAll', () => '/v7/device?$orderby=device_name asc', 'some'],
  [
    'device.getAllByApplication',
    ({ fleet }) => `/v7/device?$orderby=device_name asc&$filter=belongs_to__application eq ${fleet}`,
    48,
  ],
  [
    'device.getAllByOrganization',
    () =>
      '/v7/device?$orderby=device_name asc&$filter=belongs_to__application/any(bta:bta/organization eq 1)',
    'some',
  ],
  ['device.get by uuid', ({ uuid }) => `/v7/device(uuid='${uuid}')`, 1],
  [
    'CLI short uuid',
    ({ uuid }) =>
      `/v7/device?$filter=startswith(uuid,'${uuid.slice(0, 7)}')&$select=device_name,id,overall_status,is_online,ip_address,mac_address,last_connectivity_event,uuid,supervisor_version,is_web_accessible,note,os_version,memory_usage,memory_total,public_address,storage_block_device,storage_usage,storage_total,cpu_usage,cpu_temp,cpu_id,is_undervolted&$expand=belongs_to__application($select=app_name,slug),is_of__device_type($select=slug),is_running__release($select=commit)`,
    1,
  ],
  ['device.getWithServiceDetails, byte for byte', ({ uuid }) => `/v7/device(uuid='${uuid}')?${services}`, 1],
  [
    'CLI fleet device list',
    () =>
      `/v7/application?${own} and slug eq 'acme_logistics/cold-chain-eu'&$select=slug&$expand=owns__device($select=id,uuid,device_name,status,is_online,supervisor_version,os_version;$expand=belongs_to__application($select=app_name,slug),is_of__device_type($select=slug),is_running__release($select=commit);$orderby=device_name asc)`,
    1,
  ],
  [
    'device batch look-up',
    ({ device }) => `/v7/device?$orderby=device_name asc&$select=id&$filter=id in (${device},999999)`,
    1,
  ],
  [
    'release.getAllByApplication',
    ({ fleet }) =>
      `/v7/release?$filter=belongs_to__application eq ${fleet} and status eq 'success' and is_invalidated eq false&$orderby=created_at desc&$select=id,commit&$top=2&$skip=1&$expand=release_tag($select=tag_key,value),is_running_on__device/$count`,
    2,
  ],
  [
    'release.getWithImageDetails',
    ({ release }) =>
      `/v7/release(${release})?$expand=release_image($expand=image($select=id;$expand=is_a_build_of__service($select=service_name))),is_created_by__user($select=id,username)`,
    1,
  ],
  [
    'CLI release by short commit',
    ({ commit }) =>
      `/v7/release?$filter=startswith(commit,'${commit.slice(0, 7)}')&$select=id,commit,created_at,status,raw_version,is_final,build_log,start_timestamp,end_timestamp&$expand=release_tag($select=tag_key,value)`,
    1,
  ],
  [
    'latest trackable release',
    ({ fleet }) =>
      `/v7/application(${fleet})?$select=id&$expand=owns__release($select=id;$top=1;$filter=is_final eq true and is_passing_tests eq true and is_invalidated eq false and status eq 'success';$orderby=created_at desc)`,
    1,
  ],
  [
    'device tags of a fleet',
    ({ fleet }) =>
      `/v7/device_tag?$orderby=tag_key asc&$filter=device/any(d:d/belongs_to__application eq ${fleet})`,
    'some',
  ],
  [
    'device service variables',
    ({ device }) =>
      `/v7/device_service_environment_variable?$filter=service_install/any(si:si/device eq ${device} and si/installs__service/any(is:is/service_name eq 'main')) and name eq 'X'`,
    0,
  ],
  [
    'device type by alias',
    () =>
      "/v7/device_type?$orderby=name asc&$select=id&$top=1&$filter=device_type_alias/any(dta:dta/is_referenced_by__alias eq 'raspberrypi4-64')",
    1,
  ],
  [
    'supported device types [CALL-017]',
    () =>
      "/v7/device_type?$orderby=name asc&$filter=is_default_for__application/any(idfa:idfa/is_host eq true and idfa/is_archived eq false and idfa/owns__release/any(r:r/status eq 'success' and r/is_final eq true and r/is_invalidated eq false))",
    14,
  ],
  [
    'OS versions [CALL-016]',
    () =>
      "/v7/application?$select=is_for__device_type&$expand=application_tag($select=tag_key,value),is_for__device_type($select=slug),owns__release($select=id,known_issue_list,raw_version,variant,phase;$expand=release_tag($select=tag_key,value);$filter=is_final eq true and is_invalidated eq false and status eq 'success')&$filter=is_host eq true and is_for__device_type/any(dt:dt/slug in ('raspberrypi4-64'))",
    2,
  ],
  [
    'supervisor releases',
    () =>
      "/v7/release?$select=id,raw_version,known_issue_list&$filter=status eq 'success' and is_final eq true and is_invalidated eq false and semver_major gt 0 and belongs_to__application/any(a:startswith(a/slug,'balena_os/') and endswith(a/slug,'-supervisor') and a/is_public eq true and a/is_host eq false and a/is_for__device_type/any(dt:dt/is_of__cpu_architecture/any(c:c/slug eq 'aarch64')))&$orderby=semver_major desc,semver_minor desc,semver_patch desc,revision desc",
    10,
  ],
  [
    'user API keys',
    ({ actor }) => `/v7/api_key?$orderby=name asc&$filter=is_of__actor eq ${actor} and name ne null`,
    0,
  ],
  [
    'CLI organizations',
    () =>
      '/v7/organization?$orderby=name asc&$select=name,handle&$filter=organization_membership/any(orm:orm/user eq 1)',
    2,
  ],
  [
    'members of an organization',
    () =>
      '/v7/organization_membership?$filter=is_member_of__organization eq 1&$expand=user($select=id,username),organization_membership_role($select=name),organization_membership_tag($select=tag_key,value)',
    'some',
  ],
  [
    'device history',
    ({ uuid }) =>
      `/v7/device_history?$filter=created_at ge datetime'2026-01-01T00:00:00.000Z' and created_at le datetime'2026-02-01T00:00:00.000Z' and uuid eq '${uuid}'`,
    0,
  ],
  ['order by count', () => '/v7/application?$orderby=owns__device/$count desc&$top=3', 3],
  [
    'filter by count',
    () => '/v7/application?$filter=owns__device/$count($filter=is_online eq true) gt 2',
    'some',
  ],
  [
    'name with a quote and an ampersand, byte for byte',
    () => '/v7/device?$orderby=device_name%20asc&$filter=device_name%20eq%20%27O%27%27Brien%20%26%20co%27',
    0,
  ],
  [
    'parameter alias, byte for byte',
    ({ uuid }) => `/v7/device(uuid=@uuid)?$select=id&@uuid=%27${uuid}%27`,
    1,
  ],
  ['organization roles by name', () => "/v7/organization_membership_role?$top=1&$filter=name eq 'member'", 1],
  ['fleet role by name', () => "/v7/application_membership_role(name='developer')", 1],
  [
    'related rows of one row',
    ({ device }) => `/v7/device(${device})/belongs_to__application?$select=slug`,
    1,
  ],
  [
    'device types with architecture and releases [CALL-022]',
    () =>
      "/v7/device_type?$orderby=name asc&$select=id,slug,name,logo&$expand=is_of__cpu_architecture($select=slug),is_default_for__application($select=id,slug,is_archived;$filter=is_host eq true;$expand=owns__release($top=1;$select=id;$filter=status eq 'success' and is_final eq true and is_invalidated eq false))",
    15,
  ],
]

test.each(captured)('answers a client that sends %s', async (_name, urlOf, expected) => {
  const world = openCloud()
  const rows = await world.rows(urlOf(await subject(world)), 'ada')
  if (expected === 'some') expect(rows.length).toBeGreaterThan(0)
  else expect(rows).toHaveLength(expected)
})

test('counts use a path that ends in $count [CALL-029, CALL-030]', async () => {
  const world = openCloud()
  const { fleet } = await subject(world)
  const all = await world.count(`/v7/device/$count?$filter=belongs_to__application eq ${fleet}`, 'ada')
  const active = `/v7/device/$count?$filter=is_active eq true and belongs_to__application/any(bta:bta/organization eq 1)`
  expect(all).toBe(48)
  expect(await world.count(active, 'ada')).toBe(
    (
      await world.rows(
        "/v7/device?$select=id&$filter=overall_status ne 'inactive' and belongs_to__application/any(bta:bta/organization eq 1)",
        'ada',
      )
    ).length,
  )
})

test('cpu architectures are read by slug [CALL-020]', async () => {
  const rows = await openCloud().rows('/v7/cpu_architecture?$select=id,slug', 'ada')
  expect(rows.map(({ slug }) => slug)).toEqual(['rpi', 'armv7hf', 'aarch64', 'i386-nlp', 'i386', 'amd64'])
})

test("a host app's policy is read from its tags [CALL-021]", async () => {
  const world = openCloud()
  const [app] = await world.rows(
    "/v7/application?$filter=slug eq 'balena_os/intel-nuc-esr'&$select=id",
    'ada',
  )
  const tags = await world.rows(
    `/v7/application_tag?$select=value&$filter=application eq ${Number(app?.['id'])} and tag_key eq 'release-policy'`,
    'ada',
  )
  expect(tags).toEqual([{ value: 'esr' }])
})

test('services of a device are found by install, image and release [SVC-002]', async () => {
  const world = openCloud()
  const { uuid, release } = await subject(world)
  const [device] = await world.rows(`/v7/device(uuid='${uuid}')?$select=id&${services}`, 'ada')
  expect(device?.['image_install']).toHaveLength(4)
  expect(device?.['image_install']).toContainEqual({
    id: expect.any(Number),
    download_progress: null,
    status: 'Running',
    install_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    installs__image: [
      {
        id: expect.any(Number),
        is_a_build_of__service: [{ id: expect.any(Number), service_name: 'uplink' }],
      },
    ],
    is_provided_by__release: [
      {
        id: release,
        commit: expect.any(String),
        raw_version: '4.12.1',
        belongs_to__application: [{ slug: 'acme_logistics/cold-chain-eu' }],
      },
    ],
  })
})
