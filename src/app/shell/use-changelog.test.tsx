import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CLIENT_VERSION } from '@/api/http.ts'
import { majorVersion } from './changelog.ts'
import { useChangelog } from './Changelog.tsx'
import { seenMajor } from './preferences.ts'

afterEach(() => seenMajor.set(null))

test('to a new user no version is new; to others a new major version is, until it was seen', () => {
  const first = renderHook(useChangelog)
  expect(seenMajor.get()).toBe(majorVersion(CLIENT_VERSION))
  expect(first.result.current.isNew).toBe(false)
  first.unmount()

  act(() => seenMajor.set(majorVersion(CLIENT_VERSION) - 1))
  const later = renderHook(useChangelog)
  expect(later.result.current.isNew).toBe(true)
  act(() => later.result.current.markSeen())
  expect(later.result.current.isNew).toBe(false)
  later.unmount()
})
