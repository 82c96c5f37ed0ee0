import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../../../mocks/base/http-error.ts'
import { model } from '../../../openapi/generated/model.ts'
import type { FieldModel, ResourceModel, ResourceName } from '../../../openapi/generated/model.ts'
import { badRequest } from '../exchange.ts'
import { statusAndBody } from '../subjects.ts'
import { cloudOfFile } from '../use-cloud.ts'
import { changesSince, dumpOf } from './dump.ts'
import type { Body, Who } from './sample.ts'
import { offers, withRow, writable } from './samples.ts'
import { subjectsOf } from './subjects.ts'
import type { Subjects } from './subjects.ts'

const subjects = cloudOfFile(subjectsOf)

const written = writable.filter(([, { never }]) => never?.create === undefined)

/** A JSON value that is invalid for every field of this type. */
function wrongValue({ type }: FieldModel): unknown {
  if (type === 'boolean') return 'yes'
  if (type === 'date') return 'yesterday'
  if (['integer', 'bigint', 'real'].includes(type)) return 'many'
  return type === 'json' || type === 'file' ? 'text' : 5
}

const tooLong = ({ maxLength }: FieldModel): string => 'a'.repeat((maxLength ?? 0) + 1)

/** The slug of an application is derived from its name, and ignored in requests. */
const isOurs = (name: ResourceName, field: string): boolean => name === 'application' && field === 'slug'

interface WrongValue {
  field: string
  what: string
  value: unknown
  status: number
  text: unknown
}

/** An invitation contains the invited user as text, where the model has a relation. */
const isNamed = (name: ResourceName, field: string): boolean =>
  name.endsWith('_invite') && field === 'invitee'

/** The invalid values of a body according to the model, field by field. */
function wrongValues({ name, fields, toOne }: ResourceModel): WrongValue[] {
  const found: WrongValue[] = []
  for (const field of Object.values(fields)) {
    if (!field.writable || isOurs(name, field.name)) continue
    const wrong = (what: string, value: unknown, text: unknown) =>
      found.push({ field: field.name, what, value, status: 400, text })
    wrong('wrong type', wrongValue(field), '')
    if (!field.nullable) wrong('null', null, '')
    if (field.values !== undefined) wrong('none of the values', 'no-such-value', 'Check constraint violated')
    else if (field.maxLength !== undefined) {
      // Longer bodies never reach the data API.
      const status = field.maxLength >= MAX_BODY_BYTES ? 413 : 400
      found.push({
        field: field.name,
        what: 'too long',
        value: tooLong(field),
        status,
        text: expect.any(String),
      })
    }
    if (field.minLength === 1) wrong('too short', '', expect.any(String))
  }
  for (const { name: field, nullable, writable: isWritable } of Object.values(toOne)) {
    if (!isWritable || isNamed(name, field)) continue
    found.push({ field, what: 'no id', value: 'first', status: 400, text: '' })
    if (!nullable) found.push({ field, what: 'null', value: null, status: 400, text: '' })
  }
  return found
}

async function send({ world }: Subjects, as: Who, method: string, path: string, body?: Body) {
  return statusAndBody(
    await world.request(`/v7/${path}`, { as, method, ...(body === undefined ? {} : { body }) }),
  )
}

/** Sends a request that violates the contract on purpose. */
const sendBad = (...call: Parameters<typeof send>) => badRequest(() => send(...call))

test.each(written)(
  '%s: rejects a body that violates the model, and changes nothing',
  async (name, sample) => {
    const it = subjects()
    await withRow(name, sample, it, async ({ id, as }) => {
      const good = (await sample.body?.(it, it.next())) ?? {}
      const before = dumpOf(it.world)
      for (const { field, what, value, status, text } of wrongValues(model[name])) {
        const expected = [field, what, [status, text]]
        if (offers(name, 'create')) {
          expect([field, what, await sendBad(it, as, 'POST', name, { ...good, [field]: value })]).toEqual(
            expected,
          )
        }
        if (sample.never?.update === undefined) {
          expect([field, what, await sendBad(it, as, 'PATCH', `${name}(${id})`, { [field]: value })]).toEqual(
            expected,
          )
        }
      }
      expect(changesSince(before, it.world)).toEqual([])
    })
  },
)

/** Relations set by the server: the creator of a release is its sender. */
const isOverruled = (name: ResourceName, field: string): boolean =>
  name === 'release' && field === 'is_created_by__user'

/** A device that joins an unknown fleet gets a specific error. */
const hasOwnWords = (name: ResourceName, field: string): boolean =>
  name === 'device' && field === 'belongs_to__application'

const creatable = written.filter(([name]) => model[name].createRequires !== null)

test.each(creatable)(
  '%s: rejects a missing field and a reference to a missing row, and changes nothing',
  async (name, sample) => {
    const it = subjects()
    const good = (await sample.body?.(it, it.next())) ?? {}
    const before = dumpOf(it.world)
    for (const field of model[name].createRequires ?? []) {
      const body = Object.fromEntries(Object.entries(good).filter(([key]) => key !== field))
      const refusal = field === 'app_name' ? [400, 'Missing application name'] : [500, '']
      expect([field, await sendBad(it, sample.as ?? 'ada', 'POST', name, body)]).toEqual([field, refusal])
    }
    for (const { name: field, writable: isWritable } of Object.values(model[name].toOne)) {
      if (!isWritable || isNamed(name, field) || isOverruled(name, field) || hasOwnWords(name, field))
        continue
      // A user can be given by name, which takes precedence.
      const { username: _name, ...unnamed } = good
      const body = { ...(field === 'user' ? unnamed : good), [field]: 999_999 }
      const answer = await send(it, sample.as ?? 'ada', 'POST', name, body)
      // A missing owner gives the same error as an invisible one.
      const isOwned = /_(?:tag|variable)$/.test(name)
      const refused = isOwned ? [401, ''] : [409, `Data is referenced by ${field}.`]
      expect([field, answer]).toEqual([field, refused])
    }
    for (const [what, body, status, text] of sample.wrong ?? []) {
      const expected = [what, [status, text ?? expect.any(String)]]
      expect([what, await sendBad(it, sample.as ?? 'ada', 'POST', name, body(it))]).toEqual(expected)
    }
    expect(changesSince(before, it.world)).toEqual([])
  },
)

const unique = creatable.filter(
  ([name, { never }]) => model[name].keys.length > 0 && never?.delete === undefined,
)

test.each(unique)(
  '%s: rejects an existing key with the message that clients recognize, and changes nothing',
  async (name, sample) => {
    const it = subjects()
    const { world } = it
    const turn = it.next()
    const body = (await sample.body?.(it, turn)) ?? {}
    const [status, row] = await send(it, sample.as ?? 'ada', 'POST', name, body)
    expect(status).toBe(201)
    const before = dumpOf(world)
    // An organization with the same name gets another handle, which is its key.
    if (name !== 'organization') {
      expect(await send(it, sample.as ?? 'ada', 'POST', name, body)).toEqual([
        409,
        expect.stringMatching(/^"\w+"(?: and "\w+")* must be unique\.$/),
      ])
    }
    expect(changesSince(before, world)).toEqual([])
    const { id } = row as { id: number }
    expect(await send(it, sample.as ?? 'ada', 'DELETE', `${name}(${id})`)).toEqual([200, ''])
  },
)

test.each(written)(
  '%s: rejects an empty change, and a change or deletion of unknown rows',
  async (name, sample) => {
    const it = subjects()
    const change = await sample.change(it)
    await withRow(name, sample, it, async ({ id, as }) => {
      const before = dumpOf(it.world)
      const row = `${name}(${id})`
      for (const path of [row, `${name}?$filter=id eq ${id}`]) {
        const patch = (body: Body) => sendBad(it, as, 'PATCH', path, body)
        expect(await patch({})).toEqual([400, 'No fields to update'])
        // The platform itself adds fields to every change of a release.
        expect(await patch({ colour: 'red' })).toEqual([name === 'release' ? 200 : 500, ''])
        expect(await patch({ id })).toEqual([200, ''])
      }
      for (const [method, body] of [['PATCH', change], ['DELETE']] as const) {
        expect(await send(it, as, method, `${name}?$filter=id eq`, body)).toEqual([
          400,
          expect.stringMatching(/^Malformed url: /),
        ])
        expect(await send(it, as, method, `${name}?$filter=colour eq 1`, body)).toEqual([500, ''])
        expect(await send(it, as, method, `${row}?$filter=colour eq 1`, body)).toEqual([500, ''])
      }
      if (offers(name, 'replace')) {
        const [status] = await sendBad(it, as, 'PUT', row, {})
        expect(sample.never?.replace === undefined ? [400, 500] : [401]).toContain(status)
      }
      for (const question of [{}, { method: 'FLY' }, { action: 5 }]) {
        expect(await sendBad(it, as, 'POST', `${row}/canAccess`, question)).toEqual([400, ''])
      }
      const unknown = `${name}(999999999)/canAccess`
      expect(await send(it, as, 'POST', unknown, { method: 'GET' })).toEqual([401, ''])
      expect(changesSince(before, it.world)).toEqual([])
    })
  },
)
