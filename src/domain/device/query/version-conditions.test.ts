import { expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import { resolveVersions, type ReadVersions } from './version-conditions.ts'
import { isInOrder } from './version-order.ts'

const inUse = {
  os: [
    'balenaOS 2.80.3',
    'balenaOS 2.80.3+rev1',
    'balenaOS 6.0.9',
    'balenaOS 6.0.9+rev2',
    'balenaOS 6.0.13',
    'balenaOS 6.0.24.dev',
    'balenaOS 2024.7.0',
    'nightly',
  ],
  supervisor: ['9.18.8', '14.10.10_logstream', '16.12.9', '16.12.10', '17.0.0-rc1', '17.0.0'],
}

async function found(text: string, read: ReadVersions = (field) => Promise.resolve(inUse[field])) {
  const parsed = parseQuery(text)
  if (!parsed.ok) return parsed.problem
  const query = await resolveVersions(parsed.query, read)
  return query?.kind === 'versions' ? query.versions : query
}

test.each([
  ['os > 6.0.9', ['balenaOS 6.0.9+rev2', 'balenaOS 6.0.13', 'balenaOS 6.0.24.dev', 'balenaOS 2024.7.0']],
  ['os <= 6.0.9', ['balenaOS 2.80.3', 'balenaOS 2.80.3+rev1', 'balenaOS 6.0.9']],
  ['os >= "balenaOS 6.0.13"', ['balenaOS 6.0.13', 'balenaOS 6.0.24.dev', 'balenaOS 2024.7.0']],
  ['os > v6.0 and', { kind: 'missingCondition' }],
  ['os < 6', ['balenaOS 2.80.3', 'balenaOS 2.80.3+rev1']],
  ['os = 6.0.13', ['balenaOS 6.0.13']],
  ['os in (6.0.13, 6.0.24)', ['balenaOS 6.0.13', 'balenaOS 6.0.24.dev']],
  ['os > 2025.1', []],
  ['supervisor < 16.12.10', ['9.18.8', '14.10.10_logstream', '16.12.9']],
  ['supervisor > 16.12.10', ['17.0.0-rc1', '17.0.0']],
  ['supervisor >= 17', ['17.0.0']],
  ['os > newest', { kind: 'notAVersion', value: 'newest' }],
  ['os > 6.0.9.beta!', { kind: 'notAVersion', value: '6.0.9.beta!' }],
])(
  '%s compares versions as versions, among those that devices have [DEVLIST-004]',
  async (text, versions) => {
    expect(await found(text)).toEqual(versions)
  },
)

test('comparisons are found wherever they are in a query; other conditions stay [DEVLIST-004]', async () => {
  expect(await found('name ~ gate and not (os < 6.0.13 or os != 6.0.24)')).toMatchObject({
    kind: 'and',
    terms: [
      { kind: 'condition', values: ['gate'] },
      {
        kind: 'not',
        term: {
          kind: 'or',
          terms: [
            { kind: 'versions', field: 'os' },
            { kind: 'not', term: { kind: 'versions', versions: ['balenaOS 6.0.24.dev'] } },
          ],
        },
      },
    ],
  })
})

test('no version is read for a query that compares none', async () => {
  const none: ReadVersions = () => Promise.reject(new Error('Nothing is asked'))
  for (const text of [
    '',
    'gate 6.0.9',
    'os ~ 6.0',
    'os = "balenaOS 6.0.9"',
    'supervisor = 16.12.10',
    'os is empty',
  ])
    await expect(found(text, none).then((query) => Array.isArray(query))).resolves.toBe(false)
})

test('an unreadable version is neither older nor newer', () => {
  for (const order of ['<', '<=', '>', '>='] as const)
    expect(isInOrder('nightly', order, '6.0.9')).toBe(false)
})
