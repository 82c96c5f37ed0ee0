import { expect, test } from 'vitest'
import { model } from '../../../openapi/generated/model.ts'
import type { FieldModel, ResourceModel, ResourceName } from '../../../openapi/generated/model.ts'
import type { WireResource } from './wire-resource.ts'
import { wireResourcesAToI } from './wire-resources-a-to-i.ts'
import { wireResourcesJToZ } from './wire-resources-j-to-z.ts'

const listed: [name: string, wire: WireResource][] = Object.entries({
  ...wireResourcesAToI,
  ...wireResourcesJToZ,
})

const isResource = (name: string): name is ResourceName => name in model

function modelOf(name: string): ResourceModel {
  if (!isResource(name)) throw new Error(`The contract has no ${name}`)
  return model[name]
}

const parts = (text: string): string[] => text.split('; ').filter((part) => part !== '')

const TYPES: Readonly<Record<string, FieldModel['type'][]>> = {
  int: ['integer'],
  bool: ['boolean'],
  // The reference lists the values of these texts in a separate table.
  str: ['string', 'enum'],
  text: ['text'],
  date: ['date'],
  json: ['json'],
  bigint: ['bigint'],
  real: ['real'],
  file: ['file'],
  enum: ['enum'],
}

test('the contract has the resources of the API reference, and no others', () => {
  expect(Object.keys(model).toSorted()).toEqual(listed.map(([name]) => name).toSorted())
})

/** Columns that the platform returns, although the reference omits them. */
const MEASURED: Readonly<Record<string, readonly string[]>> = { device: ['api_port', 'api_secret'] }

test.each(listed)('%s has the fields and relations of the reference, with the same types', (name, wire) => {
  const { fields, toOne } = modelOf(name)
  const known = new Set(['id', 'created_at', 'modified_at', ...(MEASURED[name] ?? [])])
  for (const part of parts(wire.fields)) {
    const [field = '', kind = '', ...marks] = part.split(' ')
    known.add(field)
    const nullable = kind.endsWith('?')
    const type = kind.replace('?', '')
    const expected = { nullable, writable: marks.includes('w'), cloudOnly: marks.includes('cloud') }
    const found = type.startsWith('>') ? toOne[field] : fields[field]
    if (found === undefined) throw new Error(`${name} has no ${field}`)
    const { cloudOnly = false, writable } = found
    expect([field, { nullable: found.nullable, writable, cloudOnly }]).toEqual([field, expected])
    if ('resource' in found) expect([field, `>${found.resource}`]).toEqual([field, type])
    else expect([field, TYPES[type]]).toEqual([field, expect.arrayContaining([found.type])])
  }
  expect([...Object.keys(fields), ...Object.keys(toOne)].filter((field) => !known.has(field))).toEqual([])
})

test.each(listed)('%s has the to-many relations of the reference, under every name', (name, wire) => {
  const { toMany, synonyms } = modelOf(name)
  if (wire.canonical !== undefined) expect(synonyms).toContain(wire.canonical)
  const known = new Set<string>()
  for (const part of parts(wire.toMany ?? '')) {
    const [named = '', aliases = ''] = part.split(' = ')
    const [relation = '', resource] = named.split('>')
    known.add(relation)
    const found = toMany[relation]
    if (found === undefined) throw new Error(`${name} does not lead to ${relation}`)
    if (resource !== undefined) expect([relation, found.resource]).toEqual([relation, resource])
    for (const alias of aliases.split(', ').filter(Boolean)) expect(found.synonyms).toContain(alias)
  }
  expect(Object.keys(toMany).filter((relation) => !known.has(relation))).toEqual([])
})

/** Views, whose rows have no creation and modification time. */
const VIEWS: ReadonlySet<string> = new Set([
  'public_device',
  'public_organization',
  'user__has_direct_access_to__application',
])

test.each(listed)('%s has the common columns and restrictions of the reference', (name, { flags }) => {
  const { hasId, hasCreatedAt, readOnly, openBackend } = modelOf(name)
  const has = (flag: string) => flags.split(' ').includes(flag)
  // The stored fields of a user are read-only, but users can request a verification email by a write, and delete themselves.
  const isReadOnly = has('read-only') && name !== 'user'
  expect({ hasId, hasCreatedAt, readOnly, openBackend }).toEqual({
    hasId: has('id'),
    hasCreatedAt: !VIEWS.has(name),
    readOnly: isReadOnly,
    openBackend: has('open-backend'),
  })
})

const BUILD = ['running', 'success', 'failed', 'error', 'cancelled', 'interrupted']

test.each<[ResourceName, string, string[]]>([
  ['application', 'is_of__class', ['fleet', 'block', 'app']],
  ['device', 'api_heartbeat_state', ['online', 'offline', 'timeout', 'unknown']],
  [
    'device',
    'overall_status',
    [
      'configuring',
      'post-provisioning',
      'updating',
      'operational',
      'reduced-functionality',
      'disconnected',
      'inactive',
    ],
  ],
  [
    'device',
    'update_status',
    ['rejected', 'downloading', 'downloaded', 'applying changes', 'aborted', 'done'],
  ],
  ['device', 'os_variant', ['prod', 'dev']],
  ['cpu_architecture', 'slug', ['rpi', 'armv7hf', 'aarch64', 'i386-nlp', 'i386', 'amd64']],
  ['release', 'status', BUILD],
  ['image', 'status', BUILD],
  ['release', 'source', ['cloud', 'local']],
  ['release', 'phase', ['next', 'current', 'sunset', 'end-of-life']],
  [
    'image_install',
    'status',
    'Stopping,Stopped,Downloading,Downloaded,Installing,Installed,Starting,Running,Idle,Handing over,Awaiting handover,Deleting,deleted,Dead,paused,restarting,removing,exited,configuring,Unknown'.split(
      ',',
    ),
  ],
  ['organization_membership_role', 'name', ['administrator', 'member']],
  [
    'credit_bundle',
    'payment_status',
    ['processing', 'paid', 'failed', 'complimentary', 'cancelled', 'refunded', 'manually invoiced'],
  ],
])('%s has the values of the reference in %s', (resource, field, values) => {
  expect(model[resource].fields[field]?.values).toEqual(values)
})
