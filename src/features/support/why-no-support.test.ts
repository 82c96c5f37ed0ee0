import { expect, test } from 'vitest'
import { supportText as text } from '@/messages/support/support.ts'
import { whyNoSupport } from './why-no-support.ts'

const requester = { email: 'mel@acme.example', isVerified: true, isImpersonated: false }
const paid = { hasSupport: true }
const free = { hasSupport: false }

test.each([
  ['no impersonation', { ...requester, isImpersonated: true }, [paid], text.somebodyElse],
  ['an address', { ...requester, email: null, isVerified: false }, [paid], text.noEmail],
  ['more than an empty address', { ...requester, email: '' }, [paid], text.noEmail],
  ['a verified address', { ...requester, isVerified: false }, [paid], text.unverified],
  ['an organization', requester, [], text.noOrganization],
  ['a paid plan', requester, [free, free], text.noPrivateSupport],
])('support needs %s [SUPPORT-011, SUPPORT-012, SUPPORT-013]', (_what, who, organizations, why) => {
  expect(whyNoSupport(who, organizations)).toBe(why)
})

test('one organization with a paid plan is enough', () => {
  expect(whyNoSupport(requester, [free, paid])).toBeUndefined()
})
