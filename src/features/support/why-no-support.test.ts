import { expect, test } from 'vitest'
import { supportText as text } from '@/messages/support.ts'
import { whyNoSupport } from './why-no-support.ts'

const asker = { email: 'mel@acme.example', isVerified: true, isSomebodyElse: false }
const paid = { hasSupport: true }
const free = { hasSupport: false }

test.each([
  ['nobody else’s', { ...asker, isSomebodyElse: true }, [paid], text.somebodyElse],
  ['an address', { ...asker, email: null, isVerified: false }, [paid], text.noEmail],
  ['more than an empty address', { ...asker, email: '' }, [paid], text.noEmail],
  ['a verified address', { ...asker, isVerified: false }, [paid], text.unverified],
  ['an organization', asker, [], text.noOrganization],
  ['a paid plan', asker, [free, free], text.noPrivateSupport],
])('support needs %s [SUPPORT-011, SUPPORT-012, SUPPORT-013]', (_what, who, organizations, why) => {
  expect(whyNoSupport(who, organizations)).toBe(why)
})

test('one organization with a paid plan is enough', () => {
  expect(whyNoSupport(asker, [free, paid])).toBeUndefined()
})
