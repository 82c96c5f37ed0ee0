import { describe, expect, test } from 'vitest'
import { dataRequest } from '@/api/data-request.ts'
import { sentChange } from '@/api/sent-change.ts'
import { activityText } from '@/messages/activity/activity.ts'
import type { Change } from './activity-entry.ts'
import { describeChange } from './describe-change.ts'
import { describedChange, previousRowsPath } from './previous-rows.ts'
import { planUndo, currentRows, readRequests, undoWrites } from './undo.ts'

/** As a request is recorded: what it changes, then its description. */
const descriptionOf = (request: Parameters<typeof sentChange>[0], page: string) => {
  const change = sentChange(request)
  return change && describeChange(change, page)
}
const described = (method: string, path: string, body?: object, page = '/devices/0abc') => {
  const description = descriptionOf({ method, path, body: body && JSON.stringify(body) }, page)
  if (description === null) throw new Error('Nothing is told')
  return description
}
const textOf = (...args: Parameters<typeof described>) =>
  activityText({ ...described(...args), undoes: null })

describe('descriptions of writes', () => {
  test('names known changes, and other calls by method and path [OPS-080]', () => {
    expect(textOf('PATCH', '/v7/device(5)', { device_name: 'new' })).toBe('Renamed to “new”')
    expect(textOf('PATCH', '/v7/device?$filter=id%20in%20(1,2)', { is_pinned_on__release: 9 })).toBe(
      'Changed pin',
    )
    expect(textOf('POST', '/v7/device_tag', { device: 5, tag_key: 'region', value: 'eu' })).toBe(
      'Added device tag “region”',
    )
    expect(textOf('POST', '/supervisor/v1/reboot', { deviceId: 5, data: {} })).toBe('Requested reboot')
    expect(textOf('POST', '/some/new/call', {})).toBe('POST /some/new/call')
    expect(textOf('DELETE', '/v7/some_new_row(5)')).toBe('Deleted some new row')
  })

  test('names the target, but no secret, id or key of an address [OPS-081]', () => {
    const token = 'a8f5f167f44f4964e6c998dee827110c'
    const description = described(
      'POST',
      `/invitations/${token}/accept?token=${token}`,
      { password: 'pw', value: 'v1' },
      `/invitation/${token}`,
    )
    expect(JSON.stringify(description)).not.toMatch(/a8f5|pw|v1/)
    expect(description.path).toBe('invitations/…/accept')
    expect(described('PATCH', '/v7/device?$filter=id%20in%20(1,2)', { note: 'x' }).targets).toEqual([
      { kind: 'device', id: 1, name: null },
      { kind: 'device', id: 2, name: null },
    ])
    expect(described('POST', '/v2/0a1b2c3d4e5f60718293a4b5c6d7e8f9/resinhup', {}).targets).toEqual([
      { kind: 'device', id: '0a1b2c3d4e5f60718293a4b5c6d7e8f9', name: null },
    ])
    expect(described('POST', '/v7/api_key', {}, '/fleets/7/api-keys').targets).toEqual([
      { kind: 'fleet', id: 7, name: null },
    ])
  })

  test('ignores requests that only read, and the bookkeeping of staged rollouts [OPS-080]', () => {
    expect(descriptionOf({ method: 'POST', path: '/supervisor/v1/device', body: '{}' }, '/')).toBeNull()
    expect(descriptionOf({ method: 'POST', path: '/download-config', body: '{}' }, '/')).toBeNull()
    expect(descriptionOf({ method: 'GET', path: '/v7/device(5)' }, '/')).toBeNull()
    const tag = { application: 5, tag_key: 'flotilla.rollout', value: '{}' }
    expect(
      descriptionOf({ method: 'POST', path: '/v7/application_tag', body: JSON.stringify(tag) }, '/'),
    ).toBeNull()
  })
})

describe('undo', () => {
  const move = {
    method: 'PATCH',
    path: '/v7/device?$filter=id%20in%20(1,2)',
    body: { belongs_to__application: 8 },
  } as const
  const device = (id: number, fleet: number, pin: number | null) => ({
    id,
    device_name: `d${id}`,
    belongs_to__application: [{ id: fleet, app_name: `fleet ${fleet}` }],
    is_pinned_on__release: pin === null ? [] : [{ id: pin, raw_version: `1.0.${pin}`, commit: 'c' }],
  })
  const description = described(move.method, move.path, move.body)
  const { change } = describedChange(move, description, [device(1, 7, 3), device(2, 7, null)])

  test('the values read before a write become the change [OPS-084]', () => {
    expect(previousRowsPath(move, description)).toBe(
      '/v7/device?$filter=id%20in%20(1,2)&$select=id,device_name&$expand=belongs_to__application($select=id,app_name),is_pinned_on__release($select=id,raw_version,commit)',
    )
    expect(change?.rows).toEqual([
      {
        id: 1,
        name: null,
        label: 'd1',
        before: { belongs_to__application: 7, is_pinned_on__release: 3 },
        after: { belongs_to__application: 8, is_pinned_on__release: null },
      },
      {
        id: 2,
        name: null,
        label: 'd2',
        before: { belongs_to__application: 7, is_pinned_on__release: null },
        after: { belongs_to__application: 8, is_pinned_on__release: null },
      },
    ])
    expect(change?.labels['is_pinned_on__release 3']).toBe('1.0.3')
  })

  test('keeps what somebody else changed since; skips rows that are gone or already as before [OPS-085]', () => {
    if (change === null) throw new Error('No change')
    expect(readRequests(change)).toHaveLength(1)
    const steps = (...rows: object[]) =>
      planUndo(
        change,
        currentRows(
          change,
          rows.map((row) => ({ ...row })),
        ),
      ).map(({ state }) => state)
    expect(steps(device(1, 8, null), device(2, 8, null))).toEqual(['restore', 'restore'])
    expect(steps(device(1, 9, null), device(2, 7, null))).toEqual(['changed', 'already'])
    expect(steps(device(1, 8, 5))).toEqual(['changed', 'missing'])
  })

  test('groups rows that get the same values, at most 100 per request [OPS-086]', () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({
      id: at + 1,
      name: null,
      label: null,
      before: { note: at < 240 ? 'a' : 'b' },
      after: { note: 'c' },
    }))
    const many: Change = { resource: 'device', rows, labels: {} }
    const present = new Map(rows.map(({ id }) => [JSON.stringify([id, null]), { note: 'c' }]))
    const writes = undoWrites(many, planUndo(many, present))
    expect(writes.map(({ body, steps }) => [body, steps.length])).toEqual([
      [{ note: 'a' }, 100],
      [{ note: 'a' }, 100],
      [{ note: 'a' }, 40],
      [{ note: 'b' }, 10],
    ])
  })

  test('deletes a tag that was added, restores a changed one, and adds a deleted one [OPS-084]', () => {
    const undo = (before: string | null, after: string | null) => {
      const fields = (value: string | null) => (value === null ? null : { value })
      const row = { id: 5, name: "it's", label: null, before: fields(before), after: fields(after) }
      const tag: Change = { resource: 'device_tag', rows: [row], labels: {} }
      const present = currentRows(
        tag,
        after === null ? [] : [{ id: 1, tag_key: "it's", value: after, device: [{ id: 5 }] }],
      )
      return undoWrites(tag, planUndo(tag, present)).map(({ method, resource, filter, body }) => {
        const { path } = dataRequest(method, { resource, filter })
        return [method, decodeURIComponent(path), body]
      })
    }
    const mine = "/v7/device_tag?$filter=(device eq 5) and (tag_key eq 'it''s')"
    expect(undo(null, 'a')).toEqual([['delete', mine, undefined]])
    expect(undo('a', 'b')).toEqual([['patch', mine, { value: 'a' }]])
    expect(undo('a', null)).toEqual([['post', '/v7/device_tag', { device: 5, tag_key: "it's", value: 'a' }]])
  })

  test('a change without previous values cannot be undone; values of variables are secret [OPS-082]', () => {
    const path = '/v7/device_environment_variable(3)'
    const write = { method: 'PATCH', path, body: { value: 'new' } } as const
    const variable = described('PATCH', path, write.body)
    expect(describedChange(write, variable, null)).toMatchObject({ change: null, whyNot: 'unread' })
    const row = { id: 3, name: 'KEY', value: 'old', device: [{ id: 5 }] }
    expect(describedChange(write, variable, [row])).toMatchObject({
      whyNot: 'secret',
      targets: [{ kind: 'device', id: 5 }],
    })
  })
})
