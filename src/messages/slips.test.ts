import { expect, test } from 'vitest'
import { billingBannerText } from './billing/billing-banners.ts'
import { billingText } from './billing/billing.ts'
import { fleetBatchText } from './fleets/fleet-lists.ts'
import { osUpdateText } from './operations/updates.ts'
import { membersText } from './organizations/organization-members.ts'
import { overridesText } from './variables/variables.ts'

const catalogues = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], {
  eager: true,
})

/** What a text may be given: each function is tried with all of them, and counts with the singular. */
const ARGUMENTS: readonly (readonly unknown[])[] = [
  [1, '1', 1, '1'],
  ['1', 1, '1', 1],
  ['Acme', 'Acme', 'Acme', 'Acme'],
  [['Acme'], 1, '1'],
]

function textOf(make: (...given: never[]) => unknown, given: readonly unknown[]): unknown {
  try {
    return make(...(given as never[]))
  } catch {
    // It takes something else.
    return undefined
  }
}

/** Every text of a catalogue with its place, also those that depend on values. */
function textsIn(value: unknown, place: string): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function')
    return ARGUMENTS.flatMap((given) => {
      const made = textOf(value as (...given: never[]) => unknown, given)
      return typeof made === 'string' ? textsIn(made, place) : []
    })
  if (Array.isArray(value)) return value.flatMap((one, nth) => textsIn(one, `${place}.${nth}`))
  if (typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, `${place}.${name}`))
}

const texts = Object.entries(catalogues).flatMap(([path, all]) => textsIn(all, path))

const slips: readonly [what: string, pattern: RegExp][] = [
  ['two full stops', /[^.\d]\.\.(?![.\d])|[?!;:,]\.(?!\w)/],
  ['two spaces', /\S {2,}\S/],
  ['a space before a mark', /\w [,;](?: |$)|\w \.$/],
  [
    'many do, one does',
    /(?<![\d.,$-])\b1 (?:device|member|fleet|release|team|user|key|invitation|seat) (?:are|were|have|lose|need)\b/,
  ],
]

test.each(slips)('no text has %s', (_, pattern) => {
  const found = texts.filter(([, text]) => pattern.test(text)).map(([place, text]) => `${place}: ${text}`)
  expect([...new Set(found)]).toEqual([])
})

test('all texts are tried', () => expect(texts.length).toBeGreaterThan(3_000))

test.each([
  billingText.devices(12_345),
  billingText.members(12_345),
  billingText.prepaid('Seat', 12_345),
  billingBannerText.beyond('Acme', 12_345, 10),
  osUpdateText.intro(12_345, 'Acme'),
  overridesText.count(12_345),
  membersText.selected(12_345),
  fleetBatchText.selected(12_345),
])('the count in %j has separators', (text) => expect(text).toContain('12,345'))
