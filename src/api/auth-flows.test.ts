import { expect, test } from 'vitest'
import { createAuthFlows } from './auth-flows.ts'
import { httpWith } from './http-for-tests.ts'

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`
const SIGNED_IN = tokenOf({ id: 7, authTime: 1 })
const OWES_A_CODE = tokenOf({ id: 3, twoFactorRequired: true })
const ISSUED = tokenOf({ id: 7 })

/** Auth flows of a platform that always issues this session. */
function setUp(stored: string | null, answer = ISSUED) {
  const { services, token, requests } = httpWith(() => new Response(answer), stored)
  return { entry: createAuthFlows(services, token), token, requests }
}

test.each([
  ['nobody', null, null],
  ['who is signed in', SIGNED_IN, `Bearer ${SIGNED_IN}`],
  ['who owes a code', OWES_A_CODE, null],
])(
  'completes a sign-in at %s with the unchanged query and cookies, and stores the issued session [SIGNIN-026, SIGNIN-027]',
  async (_who, stored, sent) => {
    const { entry, token, requests } = setUp(stored)
    await entry.finishSocial('github', '?code=a%2Fb&state=x%26y&scope=one&scope=two')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toBe(
      'https://api.example/auth/github/callback?code=a%2Fb&state=x%26y&scope=one&scope=two',
    )
    expect(requests[0]?.credentials).toBe('include')
    expect(requests[0]?.headers.get('authorization')).toBe(sent)
    expect(token.get()).toBe(ISSUED)
  },
)

test.each([
  [
    'a social account',
    (entry: ReturnType<typeof createAuthFlows>) => entry.finishSocial('github', '?code=c'),
  ],
  ['an identity provider', (entry: ReturnType<typeof createAuthFlows>) => entry.finishSaml('c')],
])(
  'the answer of %s for another user does not replace the session of the signed-in one',
  async (_what, finish) => {
    const own = tokenOf({ id: 3 })
    const { entry, token } = setUp(own)
    await expect(finish(entry)).rejects.toThrow('This account belongs to another user here')
    expect(token.get()).toBe(own)
  },
)

test('checks an identity provider without following the redirect [SSO-008]', async () => {
  const { entry, requests } = setUp(null)
  await entry.askForIdentityProvider('acme co', 'https://dashboard.example/')
  expect(requests[0]?.url).toBe(
    'https://api.example/auth/saml/acme%20co?redirect_uri=https%3A%2F%2Fdashboard.example%2F',
  )
  expect(requests[0]?.redirect).toBe('manual')
})

test.each([
  [null, { code: 'c' }],
  [SIGNED_IN, { code: 'c', token: SIGNED_IN }],
])(
  'an identity provider’s code completes a sign-in, or links the signed-in user [SSO-009, SSO-010]',
  async (stored, body) => {
    const { entry, token, requests } = setUp(stored)
    await entry.finishSaml('c')
    expect(requests[0]?.url).toBe('https://api.example/auth/saml/finalize')
    expect(await requests[0]?.json()).toEqual(body)
    expect(token.get()).toBe(ISSUED)
  },
)

test('a new password signs in if the platform issues a session, and is set in any case [SIGNIN-021, SIGNIN-025]', async () => {
  const given = setUp(null)
  expect(await given.entry.resetPassword({ resetCode: 'r', password: 'tidal-quilt' })).toBe(true)
  expect(given.requests[0]?.url).toBe('https://api.example/user/reset-password')
  expect(await given.requests[0]?.json()).toEqual({ resetCode: 'r', password: 'tidal-quilt' })
  expect(given.token.get()).toBe(ISSUED)
  const withheld = setUp(null, '')
  expect(await withheld.entry.resetPassword({ resetCode: 'r', password: 'tidal-quilt' })).toBe(false)
  expect(withheld.token.get()).toBeNull()
})

test('a response without a token does not change the session', async () => {
  const { entry, token } = setUp(OWES_A_CODE, '<html>maintenance</html>')
  await expect(entry.verifyToken('123456')).rejects.toThrow('Malformed token')
  expect(token.get()).toBe(OWES_A_CODE)
})
