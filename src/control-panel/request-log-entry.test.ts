import { expect, test } from 'vitest'
import { entryAsCurl, fitsFilter, readable } from './request-log-entry.ts'

test('a request is copied for a shell without its session', () => {
  const text = entryAsCurl({
    n: 1,
    at: '2026-11-20T14:00:00.000Z',
    origin: 'https://api.flotilla.test',
    ms: 12,
    method: 'PATCH',
    path: '/v7/device(1)',
    status: 200,
    requestType: 'application/json',
    requestBody: '{"device_name":"it\'s"}',
    responseType: null,
    responseBody: null,
    problems: [],
  })
  expect(text).toContain("curl -X PATCH 'https://api.flotilla.test/v7/device(1)'")
  expect(text).toContain('Bearer $FLOTILLA_TOKEN')
  expect(text).toContain("'{\"device_name\":\"it'\\''s\"}'")
})

test('requests are filtered by words of method, path and status, in any order', () => {
  const entry = { method: 'PATCH', path: '/v7/device(1)', status: 401 }
  expect(fitsFilter(entry, '401 patch')).toBe(true)
  expect(fitsFilter(entry, 'device 200')).toBe(false)
  expect(fitsFilter(entry, '')).toBe(true)
})

test('a JSON body is indented, another one is unchanged', () => {
  expect(readable('{"d":[]}')).toBe('{\n  "d": []\n}')
  expect(readable('<html>')).toBe('<html>')
})
