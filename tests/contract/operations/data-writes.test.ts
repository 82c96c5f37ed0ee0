import { expect, test } from 'vitest'
import { model } from '../../../openapi/generated/model.ts'
import type { ResourceName } from '../../../openapi/generated/model.ts'
import { statusAndBody } from '../subjects.ts'
import { cloudOfFile, openCloud } from '../use-cloud.ts'
import type { Body, MadeRow, Sample, Who } from './sample.ts'
import { newRow, offers, writable } from './samples.ts'
import { subjectsOf } from './subjects.ts'
import type { Subjects } from './subjects.ts'

// Every world of a scenario has the same ids.
const subjects = cloudOfFile(subjectsOf)

type Row = Record<string, unknown>

async function read({ world }: Subjects, resource: string, { id, as }: MadeRow): Promise<Row | undefined> {
  const response = await world.request(`/v7/${resource}(${id})`, { as })
  const { d } = (await response.json()) as { d: Row[] }
  return d[0]
}

/** Compares a row with the body that wrote it: ids become references; values that are not fields are ignored. */
function expectWritten(row: Row | undefined, body: Body): void {
  for (const [field, value] of Object.entries(body)) {
    if (row === undefined || !(field in row) || field === 'invitee') continue
    const found = row[field]
    const reference = typeof value === 'number' && typeof found === 'object'
    expect([field, found]).toEqual([field, reference ? { __id: value } : value])
  }
  expect(row).toBeDefined()
}

const send = (it: Subjects, as: Who, method: string, path: string, body?: Body) =>
  it.world.request(`/v7/${path}`, { as, method, ...(body === undefined ? {} : { body }) })

async function expectDone(response: Response): Promise<void> {
  expect(await statusAndBody(response)).toEqual([200, ''])
}

/** The filter for a replaced row: by natural key, else the newest. */
function replacedBy(name: ResourceName, body: Body): string {
  const { keys, toOne } = model[name]
  const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`)
  const isTold = (field: string) => field in body && (!(field in toOne) || typeof body[field] === 'number')
  const key = keys.find((fields) => fields.every(isTold))
  if (key === undefined) return '$orderby=id desc'
  return `$filter=${key.map((field) => `${field} eq ${encodeURIComponent(literal(body[field]))}`).join(' and ')}`
}

const succeeds = ({ never = {} }: Sample, write: keyof NonNullable<Sample['never']>) => !(write in never)

test.each(writable)(
  '%s: a user with the permission creates, changes, replaces and deletes it',
  async (name, sample) => {
    const it = { ...subjects(), world: openCloud() }
    const may = (write: Parameters<typeof succeeds>[1]) => offers(name, write) && succeeds(sample, write)
    const { as: maker = 'ada' } = sample
    let turn = 1

    if (may('create')) {
      const body = (await sample.body?.(it, turn)) ?? {}
      const response = await send(it, maker, 'POST', name, body)
      expect([name, response.status]).toEqual([name, 201])
      const row = (await response.json()) as Row & { id: number }
      expect(response.headers.get('location')).toBe(`/v7/${name}(@id)?@id=${row.id}`)
      expectWritten(row, body)
      expectWritten(await read(it, name, { id: row.id, as: maker }), body)
      turn++
      if (may('deleteMany')) {
        await expectDone(await send(it, maker, 'DELETE', `${name}?$filter=id eq ${row.id}`))
        expect(await read(it, name, { id: row.id, as: maker })).toBeUndefined()
      }
    }
    if (may('canAccess')) {
      const { id, as } = await newRow(name, sample, it, turn++)
      const answer = await send(it, as, 'POST', `${name}(${id})/canAccess`, { method: 'GET' })
      expect(await statusAndBody(answer)).toEqual([200, { d: [{ id }] }])
      if (may('delete')) await expectDone(await send(it, as, 'DELETE', `${name}(${id})`))
    }
    for (const write of ['update', 'updateMany'] as const) {
      if (!may(write)) continue
      const made = await newRow(name, sample, it, turn++)
      const change = await sample.change(it)
      const path = write === 'update' ? `${name}(${made.id})` : `${name}?$filter=id eq ${made.id}`
      await expectDone(await send(it, made.as, 'PATCH', path, change))
      expectWritten(await read(it, name, made), change)
      if (may('delete')) await expectDone(await send(it, made.as, 'DELETE', `${name}(${made.id})`))
    }
    if (may('replace')) {
      const { id, as } = await newRow(name, sample, it, turn)
      const body = { ...(await sample.body?.(it, turn)) }
      await expectDone(await send(it, as, 'PUT', `${name}(${id})`, body))
      expect(await read(it, name, { id, as })).toBeUndefined()
      const [newest] = await it.world.rows(`/v7/${name}?$top=1&${replacedBy(name, body)}`, maker)
      expectWritten(newest, body)
      await expectDone(await send(it, as, 'DELETE', `${name}(${Number(newest?.['id'])})`))
    }
    if (may('deleteMany') && !may('create')) {
      const made = await newRow(name, sample, it, turn++)
      await expectDone(await send(it, made.as, 'DELETE', `${name}?$filter=id eq ${made.id}`))
      const left: ResourceName = name
      expect(await it.world.rows(`/v7/${left}(${made.id})`, 'pat')).toEqual([])
    }
  },
)
