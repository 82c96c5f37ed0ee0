import { expect, test } from 'vitest'
import { model } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { sessionOf } from './accounts.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

test('the services installed on a device cannot be written through the data API', async () => {
  const world = openCloud()
  const [install] = await world.rows('/v7/image_install?$select=id&$top=1', 'ada')
  const answer = await world.request(`/v7/image_install(${Number(install?.['id'])})`, {
    as: 'ada',
    method: 'PUT',
    body: { status: 'Running' },
  })
  expect([answer.status, await answer.text()]).toEqual([401, ''])
})

test('a replaced row follows the rules of a new one', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const put = async (key: string) => {
    const path = `/v7/device_tag(device=${id},tag_key='${encodeURIComponent(key)}')`
    return (await world.request(path, { as: 'ada', method: 'PUT', body: { value: 'x' } })).status
  }
  expect([await put('site'), await put('two words'), await put('io.balena.reserved')]).toEqual([
    200, 400, 400,
  ])
})

test('the account page reads a user with linked accounts, and a user can be deleted by their own request [CALL-002, DATA-002]', async () => {
  const world = openCloud()
  const [devi] = await world.rows(
    "/v7/user?$select=id,username,actor,created_at&$filter=username eq 'devi'&$expand=user_profile,owns__social_service_account($select=provider,display_name),owns__saml_account($expand=was_generated_by__identity_provider)",
    'devi',
  )
  expect(devi).toMatchObject({
    username: 'devi',
    user_profile: [{ email: 'devi@flotilla.example', has_password_set: true }],
    owns__social_service_account: [{ provider: 'github', display_name: 'devi' }],
    owns__saml_account: [],
  })
  const credential = await sessionOf(world, 'una')
  const who = await world.request('/user/v1/whoami', { as: { credential } })
  const { id } = (await who.json()) as { id: number }
  const other = await world.request(`/v7/user(${Number(devi?.['id'])})`, {
    as: { credential },
    method: 'DELETE',
  })
  // Users who are not visible cannot be deleted.
  expect(await statusAndBody(other)).toEqual([200, ''])
  expect(await world.count("/v7/user/$count?$filter=username eq 'devi'", 'pat')).toBe(1)
  const own = await world.request(`/v7/user(${id})`, { as: { credential }, method: 'DELETE' })
  expect(await statusAndBody(own)).toEqual([200, ''])
  expect(await world.count(`/v7/user/$count?$filter=id eq ${id}`, 'pat')).toBe(0)
})

test('a fleet membership is created by username, listed by fleet, given another role and removed [CALL-010, CALL-011, CALL-012, CALL-013, DATA-038]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [role] = await world.rows("/v7/application_membership_role(name='operator')?$select=id", 'ada')
  const body = {
    username: 'mel',
    is_member_of__application: fleet,
    application_membership_role: Number(role?.['id']),
  }
  const [status] = await statusAndBody(
    await world.request('/v7/user_application_membership', { as: 'ada', method: 'POST', body }),
  )
  expect(status).toBe(201)
  const list = `/v7/user_application_membership?$select=id&$filter=is_member_of__application eq ${fleet} and user/any(u:u/username eq 'mel')&$expand=user($select=username;$expand=organization_membership($select=effective_seat_role;$filter=is_member_of__organization eq 1)),application_membership_role($select=name)`
  const [made] = await world.rows(list, 'ada')
  expect(made).toMatchObject({
    user: [{ username: 'mel', organization_membership: [{ effective_seat_role: 'operator' }] }],
    application_membership_role: [{ name: 'operator' }],
  })
  const [observer] = await world.rows("/v7/application_membership_role(name='observer')?$select=id", 'ada')
  const path = `/v7/user_application_membership(${Number(made?.['id'])})`
  const change = { application_membership_role: Number(observer?.['id']) }
  expect((await world.request(path, { as: 'ada', method: 'PATCH', body: change })).status).toBe(200)
  expect((await world.rows(list, 'ada'))[0]).toMatchObject({
    application_membership_role: [{ name: 'observer' }],
  })
  expect((await world.request(path, { as: 'ada', method: 'DELETE' })).status).toBe(200)
  expect(await world.rows(list, 'ada')).toEqual([])
})

test('device types are read with their architecture and the releases of their host apps [CALL-022]', async () => {
  const rows = await openCloud().rows(
    "/v7/device_type?$orderby=name asc&$select=id,slug,name&$filter=slug eq 'raspberrypi4-64'&$expand=is_of__cpu_architecture($select=slug),is_default_for__application($select=id,slug,is_archived;$filter=is_host eq true;$expand=owns__release($top=1;$select=id;$filter=status eq 'success' and is_final eq true and is_invalidated eq false))",
    'mel',
  )
  expect(rows).toMatchObject([
    {
      slug: 'raspberrypi4-64',
      is_of__cpu_architecture: [{ slug: 'aarch64' }],
      is_default_for__application: expect.arrayContaining([
        expect.objectContaining({ owns__release: [{ id: expect.any(Number) }] }),
      ]),
    },
  ])
})

test('an organization is read with its credit bundles and its credit notification [CALL-028]', async () => {
  const [acme] = await openCloud().rows(
    '/v7/organization(1)?$select=id,name&$expand=owns__credit_bundle($select=id,total_balance),organization_credit_notification($select=id,is_sent_when_below__threshold)',
    'ada',
  )
  expect(acme).toMatchObject({
    name: 'Acme Logistics',
    owns__credit_bundle: expect.arrayContaining([expect.objectContaining({ id: expect.any(Number) })]),
    organization_credit_notification: [{ is_sent_when_below__threshold: expect.any(Number) }],
  })
})

test('fleets of an organization are read by name with their members, and it can be checked whether apps exist [CALL-031, CALL-032, CALL-033]', async () => {
  const world = openCloud()
  const named = await world.rows('/v7/application?$filter=organization eq 1&$select=id,app_name', 'ada')
  expect(named.map((row) => row['app_name'])).toContain('cold-chain-eu')
  const own = 'is_directly_accessible_by__user/any(dau:1 eq 1)'
  const [fleet] = await world.rows(
    `/v7/application?$select=id&$filter=${own} and app_name eq 'cold-chain-eu'&$expand=user_application_membership($expand=user($select=id,username),application_membership_role($select=name)),team_application_access($expand=application_membership_role($select=name))`,
    'ada',
  )
  expect(fleet?.['user_application_membership']).toContainEqual(
    expect.objectContaining({
      user: [{ id: expect.any(Number), username: 'olive' }],
      application_membership_role: [{ name: 'observer' }],
    }),
  )
  const app = `/v7/application?$top=1&$select=id&$filter=is_of__class eq 'app' and ${own}`
  expect((await world.rows(app, 'ada')).length).toBe(1)
  expect(await world.rows(app, 'mel')).toEqual([])
})

test('the application type of a fleet is changed [CALL-038]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'tram-displays')
  const path = `/v7/application(${fleet})`
  const type = async () =>
    (await world.rows(`${path}?$select=application_type`, 'ada'))[0]?.['application_type']
  const { __id: before } = (await type()) as { __id: number }
  const body = { application_type: before === 1 ? 2 : 1 }
  expect((await world.request(path, { as: 'ada', method: 'PATCH', body })).status).toBe(200)
  expect(await type()).toEqual({ __id: body.application_type })
})

test('a fleet is read with its target, owner, type, releases and device statuses [DATA-014, DATA-015]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const statuses = ['operational', 'updating', 'disconnected', 'reduced-functionality', 'configuring']
  const [row] = await world.rows(
    `/v7/application(${fleet})?$select=id&$expand=should_be_running__release($select=id,commit,raw_version,contract,is_invalidated),organization($select=id,name,is_frozen),is_for__device_type($select=id,slug,name;$expand=is_of__cpu_architecture($select=slug)),owns__release($select=id;$top=2),owns__device/$count,application_tag($select=tag_key,value),team_application_access($expand=application_membership_role($select=name)),user_application_membership($expand=application_membership_role($select=name))`,
    'ada',
  )
  expect(row).toMatchObject({
    should_be_running__release: [{ is_invalidated: false, raw_version: expect.any(String) }],
    organization: [{ id: 1, name: 'Acme Logistics', is_frozen: false }],
    is_for__device_type: [{ is_of__cpu_architecture: [{ slug: expect.any(String) }] }],
    owns__release: [{ id: expect.any(Number) }, { id: expect.any(Number) }],
    application_tag: expect.any(Array),
    user_application_membership: expect.arrayContaining([
      expect.objectContaining({ application_membership_role: [{ name: 'observer' }] }),
    ]),
    team_application_access: expect.arrayContaining([
      expect.objectContaining({ application_membership_role: [{ name: 'developer' }] }),
    ]),
  })
  const counts = await Promise.all(
    statuses.map((status) =>
      world.count(
        `/v7/device/$count?$filter=belongs_to__application eq ${fleet} and overall_status eq '${status}'`,
        'ada',
      ),
    ),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total).toBe(row?.['owns__device'])
})

test('health checks contain their results, time and parameters [DATA-045, DATA-046]', async () => {
  const world = openCloud()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const path = `/v1/${uuid}/checks`
  expect((await world.request(path, { as: 'ada', method: 'POST', body: {} })).status).toBe(200)
  world.clock.advanceTo(world.clock.now() + 60_000)
  const [, result] = await statusAndBody(await world.request(path, { as: 'ada' }))
  expect(result).toMatchObject({
    status: 'done',
    error: '',
    lastRun: expect.stringMatching(/^2026-11-20T14:0/),
    stdout: {
      diagnose_version: expect.any(String),
      checks: expect.arrayContaining([
        { name: 'check_memory', success: expect.any(Boolean), status: expect.any(String) },
      ]),
    },
  })
})

/** The fields and relations of each entity in the specification, by their names in the API. */
test.each<[ids: string, resource: ResourceName, members: string]>([
  ['[DATA-010]', 'organization_invite', 'invitee organization_membership_role message'],
  [
    '[DATA-016]',
    'device',
    'id uuid device_name created_at note local_id modified_at is_active is_online is_frozen is_web_accessible is_undervolted device_config_variable',
  ],
  ['[DATA-032]', 'application_environment_variable', 'name value'],
  ['[DATA-034]', 'device_service_environment_variable', 'service_install name value'],
  [
    '[DATA-057]',
    'subscription',
    'id is_active is_for__organization is_for__plan subscription_addon_discount subscription_prepaid_addon',
  ],
])('the API has the fields of the entities %s', async (_ids, resource, members) => {
  const { fields, toOne, toMany } = model[resource]
  const known = [...Object.keys(fields), ...Object.keys(toOne), ...Object.keys(toMany)]
  expect(known).toEqual(expect.arrayContaining(members.split(' ')))
  const names = members.split(' ').filter((name) => !(name in toMany))
  const rows = await openCloud().rows(`/v7/${resource}?$top=1&$select=${names.join(',')}`, 'ada')
  for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(names.toSorted())
})

test('the billing of an organization contains its account, payment method, plan, usage and invoices [DATA-052, DATA-053, DATA-054, DATA-058, DATA-059, DATA-060]', async () => {
  const world = openCloud()
  const read = async (part: string) => {
    const [status, body] = await statusAndBody(
      await world.request(`/billing/v1/account/1${part}`, { as: 'ada' }),
    )
    expect([part, status]).toEqual([part, 200])
    return body
  }
  const text = expect.any(String) as unknown
  const address = {
    address1: text,
    address2: text,
    city: text,
    state: text,
    zip: text,
    country: text,
    phone: text,
  }
  expect(await read('')).toMatchObject({
    email: text,
    company_name: text,
    address,
    account_state: 'active',
    tax_id: { type: text, value: text },
  })
  expect(await read('/info')).toMatchObject({
    type: text,
    card_type: text,
    first_one: text,
    last_four: text,
    month: text,
    year: text,
    full_name: text,
    company: text,
    vat_number: text,
    ...address,
  })
  expect(await read('/plan')).toMatchObject({
    code: text,
    tier: text,
    title: text,
    intervalLength: text,
    intervalUnit: text,
    currentPeriodEndDate: text,
    support: { name: text },
    billing: {
      totalCostCents: text,
      charges: expect.arrayContaining([
        expect.objectContaining({
          name: text,
          code: text,
          itemType: 'plan',
          quantity: text,
          unitCostCents: text,
        }),
      ]),
    },
  })
  const usage = (await read('/usage')) as Record<string, Record<string, number>>
  expect(Object.keys(usage).toSorted()).toEqual([
    'charges',
    'creditConsumption',
    'currentUsage',
    'overage',
    'peakUsage',
  ])
  expect(Object.keys(usage['currentUsage'] ?? {})).toEqual(
    expect.arrayContaining(['device:microservices', 'member:administrator', 'member:developer']),
  )
  for (const counts of Object.values(usage)) {
    for (const item of Object.keys(counts)) expect(item).toMatch(/^(?:device|member):[\w-]+$/)
  }
  const [invoice] = (await read('/invoices')) as unknown[]
  expect(invoice).toMatchObject({
    uuid: text,
    invoice_number: text,
    created_at: text,
    due_on: text,
    state: text,
    total_in_cents: text,
  })
})

test('a ticket form defines its fields, and a ticket contains all values [DATA-064, DATA-065]', async () => {
  const world = openCloud()
  const [, fields] = await statusAndBody(await world.request('/zendesk/v1/1/ticket-fields', { as: 'mel' }))
  const options = expect.arrayContaining([
    { name: expect.any(String), raw_name: expect.any(String), value: 'device', default: false },
  ])
  expect(fields).toContainEqual({
    id: 22_000_005,
    type: 'tagger',
    active: true,
    visible_in_portal: true,
    editable_in_portal: true,
    required_in_portal: true,
    title_in_portal: 'Area',
    raw_description: expect.any(String),
    custom_field_options: options,
  })
  const form = new FormData()
  form.set('file', new File(['log'], 'gate.log'))
  const upload = { as: 'mel', method: 'POST', body: form } as const
  const [, token] = await statusAndBody(await world.request('/zendesk/v1/1/upload-attachment', upload))
  const body = {
    subject: 'A gate does not come back',
    comment: { body: 'It is offline since noon.', uploads: [token] },
    email_ccs: ['field@acme.example'],
    custom_fields: [{ id: 22_000_005, value: 'device' }],
  }
  const send = () => world.request('/zendesk/v1/1/submit-ticket', { as: 'mel', method: 'POST', body })
  expect((await send()).status).toBe(201)
  expect(world.cloud.snapshot().store.ledger.tickets.at(-1)).toMatchObject({
    organization: 1,
    subject: body.subject,
    body: body.comment.body,
    uploads: [token],
    emailCcs: body.email_ccs,
    fields: { 22_000_005: 'device' },
  })
})
