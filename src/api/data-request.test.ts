import { expect, test } from 'vitest'
import { asCurl } from '@/lib/equivalent-command.ts'
import { dataRequest } from './data-request.ts'

test('shows a request as curl, with the name of the token instead of the token', () => {
  const resource = 'application_environment_variable'
  expect(
    asCurl('https://api.example/', dataRequest('patch', { resource, id: 5, body: { value: "it's" } })),
  ).toBe(
    [
      "curl -X PATCH 'https://api.example/v7/application_environment_variable(5)' \\",
      '  -H "Authorization: Bearer $FLOTILLA_TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      String.raw`  --data-raw '{"value":"it'\''s"}'`,
    ].join('\n'),
  )
  const removal = dataRequest('delete', { resource: 'device', id: 1 })
  expect(asCurl('https://api.example', removal)).not.toContain('data-raw')
})

test('selects rows by id, by unique fields, or by a filter', () => {
  expect(dataRequest('get', { resource: 'device' }).path).toBe('/v7/device')
  const id = { application: 7, tag_key: "it's" }
  expect(dataRequest('delete', { resource: 'application_tag', id }).path).toBe(
    "/v7/application_tag(application=7,tag_key='it''s')",
  )
  const odd = { application: 7, tag_key: 'a#b?c&d' }
  expect(dataRequest('delete', { resource: 'application_tag', id: odd }).path).toBe(
    "/v7/application_tag(application=7,tag_key='a%23b%3Fc%26d')",
  )
  const filter = "id in (1,2) and note eq 'a&b'"
  expect(dataRequest('get', { resource: 'device', filter, options: { $select: 'id' } }).path).toBe(
    "/v7/device?$filter=id%20in%20(1,2)%20and%20note%20eq%20'a%26b'&$select=id",
  )
})

test('does not compile what the contract does not have', () => {
  void [
    // @ts-expect-error: no such resource
    () => dataRequest('get', { resource: 'devices' }),
    // @ts-expect-error: no such field
    () => dataRequest('patch', { resource: 'device', id: 1, body: { name: 'gate' } }),
    // @ts-expect-error: another type
    () => dataRequest('patch', { resource: 'device', id: 1, body: { note: 7 } }),
    // @ts-expect-error: a field that nobody writes
    () => dataRequest('patch', { resource: 'device', id: 1, body: { created_at: '2026-11-20' } }),
    // @ts-expect-error: a path by hand
    () => asCurl('https://api.example', { method: 'GET', path: '/v7/devise' }),
  ]
})
