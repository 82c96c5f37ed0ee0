import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVerificationRequest } from './verification-request.ts'
import { isProfileIncomplete, isVerificationAdvised, isVerificationPending } from './verification.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('clicks within 300 ms send one email, 300 ms after the last [SIGNIN-030]', async () => {
  const send = vi.fn(async () => {})
  const request = createVerificationRequest(send)
  request.request()
  await vi.advanceTimersByTimeAsync(299)
  request.request()
  await vi.advanceTimersByTimeAsync(299)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a request is pending, in progress, then done or failed, and can be repeated [SIGNIN-010]', async () => {
  const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue()
  const request = createVerificationRequest(send)
  const seen: string[] = [request.state()]
  request.subscribe(() => seen.push(request.state()))
  request.request()
  await vi.advanceTimersByTimeAsync(300)
  request.request()
  await vi.advanceTimersByTimeAsync(300)
  expect(seen).toEqual(['pending', 'inprogress', 'failed', 'inprogress', 'done'])
})

test('verification is pending for users who must verify, others are only reminded [SIGNIN-008]', () => {
  const profile = (is_verified: boolean, must_be_verified: boolean) => ({ is_verified, must_be_verified })
  expect(isVerificationPending(profile(false, true))).toBe(true)
  expect(isVerificationPending(profile(false, false))).toBe(false)
  expect(isVerificationPending(profile(true, true))).toBe(false)
  expect(isVerificationPending(null)).toBe(false)
  expect(isVerificationAdvised(profile(false, false))).toBe(true)
  expect(isVerificationAdvised(profile(false, true))).toBe(false)
  expect(isVerificationAdvised(profile(true, false))).toBe(false)
})

test('a profile is complete once all four fields are set [SIGNUP-014, SIGNUP-015]', () => {
  const profile = {
    email: 'nora@example.com',
    is_verified: true,
    must_be_verified: true,
    has_disabled_newsletter: true,
    first_name: 'Nora',
    last_name: 'Noor',
    company: 'Noor & Co',
    account_type: 'personal',
  }
  expect(isProfileIncomplete(profile)).toBe(false)
  for (const field of ['first_name', 'last_name', 'company', 'account_type'] as const) {
    expect(isProfileIncomplete({ ...profile, [field]: null })).toBe(true)
  }
  expect(isProfileIncomplete(null)).toBe(false)
})
