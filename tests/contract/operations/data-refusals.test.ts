import { expect, test } from 'vitest'
import type { ResourceName } from '../../../openapi/generated/model.ts'
import { dataOperations } from '../../../openapi/generated/operations.ts'
import { badRequest } from '../exchange.ts'
import { statusAndBody } from '../subjects.ts'
import { cloudOfFile } from '../use-cloud.ts'
import { changesSince, dumpOf } from './dump.ts'
import { WRITES } from './sample.ts'
import type { Body, Sample, Who, Write } from './sample.ts'
import { newRow, offers, resources, writable } from './samples.ts'
import { subjectsOf } from './subjects.ts'
import type { Subjects } from './subjects.ts'

const subjects = cloudOfFile(subjectsOf)

interface Attempt {
  method: string
  path: string
  body?: Body
}

const METHODS: Record<Write, string> = {
  create: 'POST',
  update: 'PATCH',
  updateMany: 'PATCH',
  replace: 'PUT',
  delete: 'DELETE',
  deleteMany: 'DELETE',
  canAccess: 'POST',
}

/** The request that would succeed with the permission. */
function attempt(name: ResourceName, write: Write, id: number, body: Body, change: Body): Attempt {
  const method = METHODS[write]
  switch (write) {
    case 'create':
      return { method, path: name, body }
    case 'update':
      return { method, path: `${name}(${id})`, body: change }
    case 'updateMany':
      return { method, path: `${name}?$filter=id eq ${id}`, body: change }
    case 'replace':
      return { method, path: `${name}(${id})`, body }
    case 'delete':
      return { method, path: `${name}(${id})` }
    case 'deleteMany':
      return { method, path: `${name}?$filter=id eq ${id}` }
    case 'canAccess':
      return { method, path: `${name}(${id})/canAccess`, body: { method: 'DELETE' } }
  }
}

async function attemptsOn(it: Subjects, name: ResourceName, sample: Sample) {
  const id = sample.refused.row?.(it) ?? (sample.never?.create ? 1 : (await newRow(name, sample, it, 8)).id)
  const body = (await sample.body?.(it, 9)) ?? { email: 'a@example.com' }
  const change = await sample.change(it)
  return WRITES.filter((write) => offers(name, write)).map(
    (write) => [write, attempt(name, write, id, body, change)] as const,
  )
}

async function answer({ world }: Subjects, { method, path, body }: Attempt, as?: Who) {
  const options = { method, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) }
  // A resource that cannot be created has no body.
  return statusAndBody(await badRequest(() => world.request(`/v7/${path}`, options)))
}

/** Invisible rows do not exist for a user: changing them finds nothing (docs/platform/data-api.md). */
const FINDS_NOTHING: ReadonlySet<Write> = new Set(['update', 'updateMany', 'delete', 'deleteMany'])

const REVOKED = { credential: 'revokedrevokedrevokedrevoked1234' }

test.each(writable)('%s: rejects a user without permission, and changes nothing', async (name, sample) => {
  const it = subjects()
  const { open = [], never = {}, refused } = sample
  const attempts = await attemptsOn(it, name, sample)
  const before = dumpOf(it.world)
  for (const [write, request] of attempts) {
    expect([write, await answer(it, request)]).toEqual([write, [401, '']])
    expect([write, await answer(it, request, REVOKED)]).toEqual([write, [401, '']])
    if (open.includes(write)) continue
    const unseen = !refused.sees && FINDS_NOTHING.has(write) && !('create' in never)
    expect([write, await answer(it, request, refused.as)]).toEqual([write, [unseen ? 200 : 401, '']])
  }
  expect(changesSince(before, it.world)).toEqual([])
})

const unwritten = writable.filter(([, { never }]) => never !== undefined && Object.keys(never).length > 0)

test.each(unwritten)(
  '%s: even an administrator cannot write what clients never write',
  async (name, sample) => {
    const it = subjects()
    const attempts = await attemptsOn(it, name, sample)
    const before = dumpOf(it.world)
    for (const [write, request] of attempts) {
      if (sample.never?.[write] === undefined) continue
      for (const as of ['ada', 'pat'] as const) {
        expect([write, as, await answer(it, request, as)]).toEqual([write, as, [401, '']])
      }
    }
    expect(changesSince(before, it.world)).toEqual([])
  },
)

const readOnly = resources.filter((one) => one.readOnly).map(({ name }) => name)

test.each(readOnly)('%s: nobody can write it with any method [PERM-007]', async (name) => {
  const { world } = subjects()
  const before = dumpOf(world)
  for (const [method, path] of [
    ['POST', name],
    ['PATCH', `${name}(1)`],
    ['PATCH', `${name}?$filter=id eq 1`],
    ['PUT', `${name}(1)`],
    ['DELETE', `${name}(1)`],
    ['DELETE', `${name}?$filter=id eq 1`],
    ['POST', `${name}(1)/canAccess`],
  ] as const) {
    // Not in the contract, so responses are not validated.
    const request = new Request(`https://api.flotilla.test/v7/${path}`, {
      method,
      headers: { authorization: `Bearer ${await world.token('pat')}` },
      ...(method === 'DELETE' ? {} : { body: '{"name":"mine"}' }),
    })
    const response = await world.cloud.handle(request)
    expect([method, path, await statusAndBody(response)]).toEqual([method, path, [401, '']])
  }
  expect(changesSince(before, world)).toEqual([])
})

const reads = dataOperations.filter(({ method }) => method === 'GET')

test('a revoked credential cannot read anything', async () => {
  const { world } = subjects()
  for (const { path, id } of reads) {
    const address = path.replace('{key}', '1').replace('{navigation}', 'id')
    const response = await world.cloud.handle(
      new Request(`https://api.flotilla.test${address}`, {
        headers: { authorization: 'Bearer revokedrevokedrevokedrevoked1234' },
      }),
    )
    expect([id, await statusAndBody(response)]).toEqual([id, [401, '']])
  }
})

/** Readable without signing in (docs/platform/authentication.md): completely, or for public applications. */
const PUBLIC: ReadonlySet<ResourceName> = new Set<ResourceName>([
  'application_type',
  'cpu_architecture',
  'device_family',
  'device_manufacturer',
  'device_type',
  'device_type_alias',
  'public_device',
  'public_organization',
])

test.each(resources.map(({ name }) => name))(
  '%s: without signing in, only public rows can be read',
  async (name) => {
    const { world } = subjects()
    const answer = await statusAndBody(await world.request(`/v7/${name}/$count`))
    const isShared = name === 'application'
    if (!PUBLIC.has(name) && !isShared) return expect(answer).toEqual([401, ''])
    const published = isShared ? '?$filter=is_public eq true' : ''
    expect(answer).toEqual([200, { d: await world.count(`/v7/${name}/$count${published}`, 'pat') }])
  },
)
