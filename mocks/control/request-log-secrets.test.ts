import { expect, test } from 'vitest'
import { bodyWithoutSecrets, pathWithoutSecrets, responseWithoutSecrets } from './request-log-secrets.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl'
const json = (value: unknown) => bodyWithoutSecrets(JSON.stringify(value), 'application/json')

test.each([
  [
    { username: 'ada', password: 'pilot' },
    { username: 'ada', password: '…' },
  ],
  [
    { currentPassword: 'a', newPassword: 'b' },
    { currentPassword: '…', newPassword: '…' },
  ],
  [{ code: 123_456 }, { code: '…' }],
  [{ 'g-recaptcha-response': 'x' }, { 'g-recaptcha-response': '…' }],
  [
    { deviceApiKey: 'k', uuid: 'u' },
    { deviceApiKey: '…', uuid: 'u' },
  ],
  [{ d: [{ id: 1, note: `see ${JWT}` }] }, { d: [{ id: 1, note: 'see …' }] }],
  [{ codes: ['a', 'b'] }, { codes: ['…', '…'] }],
  [
    { name: 'LEVEL', value: 'debug' },
    { name: 'LEVEL', value: 'debug' },
  ],
  [
    { device_name: 'owl', tag_key: 'rack' },
    { device_name: 'owl', tag_key: 'rack' },
  ],
])('of %j only the secrets are hidden', (body, shown) => {
  expect(JSON.parse(json(body) ?? '')).toEqual(shown)
})

test('tokens and keys that are a response as a whole are hidden', () => {
  expect(responseWithoutSecrets('/login_', JWT, 'text/html')).toBe('…')
  expect(responseWithoutSecrets('/api-key/user/full', '"0123456789abcdef"', 'application/json')).toBe('…')
  expect(responseWithoutSecrets('/auth/github/callback?code=x', JWT, 'text/plain')).toBe('…')
  expect(responseWithoutSecrets('/download-config?x=1', '{"apiKey":"k"}', 'application/json')).toBe('…')
  expect(responseWithoutSecrets('/v7/device', '{"d":[]}', 'application/json')).toBe('{"d":[]}')
  expect(responseWithoutSecrets('/v7/device', null, null)).toBeNull()
})

test('forms and addresses are shown without secrets', () => {
  expect(bodyWithoutSecrets('username=ada&password=pilot', 'application/x-www-form-urlencoded')).toBe(
    'username=ada&password=…',
  )
  expect(pathWithoutSecrets('/v7/device?apikey=k&$select=id')).toBe('/v7/device?apikey=…&$select=id')
  expect(pathWithoutSecrets('/auth/github/callback?code=x&state=y')).toBe(
    '/auth/github/callback?code=…&state=y',
  )
  expect(pathWithoutSecrets('/v7/device?$filter=device_name eq 1')).toBe(
    '/v7/device?$filter=device_name eq 1',
  )
})
