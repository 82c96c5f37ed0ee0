import { afterEach, expect, test, vi } from 'vitest'
import { absoluteUrl, base, withoutBase } from './base.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test.each([
  ['/', '/fleets', '/fleets'],
  ['/', '/', '/'],
  ['/demo/', '/demo/fleets/7', '/fleets/7'],
  ['/demo/', '/demo/', '/'],
  ['/demo/', '/demo', '/'],
  // Another path with the same start, and a path that is already relative.
  ['/demo/', '/demonstration', '/demonstration'],
  ['/demo/', '/fleets', '/fleets'],
  ['/a/b/', '/a/b/devices/0f', '/devices/0f'],
])('below %s, the path %s of the host is %s', (path, ofHost, own) => {
  vi.stubEnv('BASE_URL', path)
  expect(withoutBase(ofHost)).toBe(own)
})

test('URLs for third parties include the base path [HOST-003]', () => {
  vi.stubGlobal('window', { location: { origin: 'https://host.example' } })
  expect([base(), absoluteUrl('/saml/acme')]).toEqual(['', 'https://host.example/saml/acme'])
  vi.stubEnv('BASE_URL', '/demo/')
  expect([base(), absoluteUrl('/saml/acme')]).toEqual(['/demo', 'https://host.example/demo/saml/acme'])
})
