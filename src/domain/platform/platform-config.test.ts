import { expect, test } from 'vitest'
import { supportedProviders } from './platform-config.queries.ts'

test('offers GitHub, Google and SAML if the platform supports them [SIGNIN-042]', () => {
  expect(supportedProviders({ supportedSocialProviders: ['saml', 'google', 'github'] })).toEqual([
    'github',
    'google',
    'saml',
  ])
  expect(supportedProviders({ supportedSocialProviders: ['myspace', 'google'] })).toEqual(['google'])
  expect(supportedProviders({})).toEqual([])
  expect(supportedProviders(null)).toEqual([])
  expect(supportedProviders({ supportedSocialProviders: 'github' })).toEqual([])
})
