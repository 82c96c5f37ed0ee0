import { expect, test } from 'vitest'
import { ambiguousText, notFoundText } from '@/messages/common/not-found.ts'
import { isApiError } from './errors.ts'
import { foundOrThrow, onlyOne } from './not-found.ts'
import type { LookedFor } from './not-found.ts'

function refusalOf(look: () => unknown): [kind: string, message: string] {
  try {
    look()
  } catch (error) {
    if (isApiError(error)) return [error.kind, error.message]
  }
  throw new Error('Nothing was refused')
}

const words: [what: LookedFor, word: RegExp][] = [
  ['organization', /organization/],
  ['fleet', /fleet/],
  ['device', /device/],
  ['release', /release/],
  ['image', /image/],
  ['service', /Service/],
  ['key', /key/],
  ['role', /role/],
]

test('each missing resource has its own text [ERR-025]', () => {
  for (const [what, word] of words) {
    for (const look of [() => foundOrThrow(undefined, what), () => onlyOne([], what)]) {
      expect(refusalOf(look)).toEqual(['not-found', notFoundText[what]])
    }
    expect(notFoundText[what]).toMatch(word)
  }
  expect(new Set(Object.values(notFoundText)).size).toBe(words.length)
})

test('an ambiguous device, fleet or release is reported as such [ERR-026]', () => {
  for (const what of ['device', 'fleet', 'release'] as const) {
    expect(refusalOf(() => onlyOne([{ id: 1 }, { id: 2 }], what))).toEqual(['ambiguous', ambiguousText[what]])
    expect(ambiguousText[what]).toMatch(new RegExp(`More than one ${what}`))
  }
})

test('returns the only row', () => {
  expect(foundOrThrow({ id: 1 }, 'fleet')).toEqual({ id: 1 })
  expect(onlyOne([{ id: 1 }], 'device')).toEqual({ id: 1 })
})
