import { expect, test } from 'vitest'
import { oauthReturn } from './oauth-return.ts'

test('adds the code and the state to the query of the redirect address', () => {
  expect(oauthReturn('https://forum.example/back?from=x', { code: 'c d', state: 's&' })).toBe(
    'https://forum.example/back?from=x&code=c+d&state=s%26',
  )
  expect(oauthReturn('https://forum.example/back', { code: 'c', state: null })).toBe(
    'https://forum.example/back?code=c',
  )
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense', ''])('never redirects to %s', (address) => {
  expect(oauthReturn(address, {})).toBeNull()
})
