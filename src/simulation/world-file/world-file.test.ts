import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { FileProblem } from '@/files/file-problem.ts'
import { readWorldFile, worldJsonSchema } from './world-file.ts'
import { type WorldFile } from './world-schema.ts'

const SCHEMA = new URL('../../../docs/world.schema.json', import.meta.url)

const small: WorldFile = {
  organization: { name: 'Northern Lights' },
  people: [{ name: 'Kim Larsen', role: 'administrator' }],
  fleets: [
    {
      name: 'shop-screens',
      type: 'intel-nuc',
      services: [{ name: 'player', kind: 'dashboard', size: 300 }],
      releases: [{ version: '1.0.0', age: '30 d' }],
      devices: [{ count: 5000, names: 'screen-{place}-{nnnn}', personas: { steady: 9, flaky: 1 } }],
    },
  ],
  problems: [{ kind: 'outage', fleet: 'shop-screens', places: ['lyo'], at: '-40 min' }],
}

/** The example file with one value replaced, at a path. */
function changed(at: readonly (string | number)[], value: unknown): string {
  const file: unknown = structuredClone(small)
  let place = file as Record<string | number, unknown>
  for (const key of at.slice(0, -1)) place = place[key] as Record<string | number, unknown>
  place[at.at(-1) ?? ''] = value
  return stringify(file)
}

test('[WORLD-003] the published schema is that of the reader; after a change, update it with -u and run npm run contract', async () => {
  await expect(`${JSON.stringify(worldJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(SCHEMA.pathname)
})

test('[WORLD-003] the example in docs/worlds.md can be opened', () => {
  const page = readFileSync(new URL('../../../docs/worlds.md', import.meta.url), 'utf8')
  const [, file = ''] = /```yaml\n([^]*?)```/.exec(page) ?? []
  expect(readWorldFile(file).fleets).toHaveLength(1)
})

test('[WORLD-002] YAML and JSON are equivalent', () => {
  expect(readWorldFile(stringify(small))).toEqual(small)
  expect(readWorldFile(JSON.stringify(small))).toEqual(small)
})

describe('[WORLD-003] an invalid file is rejected with its line and reason:', () => {
  test.each([
    [['fleets', 0, 'type'], 'toaster', /^Line 8: fleets\.0\.type must be one of raspberrypi5, /],
    [['fleets', 0, 'target'], '2.0.0', /fleets\.0\.target is 2\.0\.0, which is not a release/],
    [['fleets', 0, 'devices', 0, 'count'], 'many', /devices\.0\.count must be a whole number from 0 to/],
    [['fleets', 0, 'devices', 0, 'count'], 100_001, /whole number from 0 to/],
    [['fleets', 0, 'devices', 0, 'names'], 'screen', /must contain \{n\}/],
    [['fleets', 0, 'devices', 0, 'personas'], { sleepy: 1 }, /personas.*sleepy/],
    [['fleets', 0, 'devices', 0, 'running'], '3.0.0', /running is 3\.0\.0/],
    [['fleets', 0, 'releases', 0, 'age'], 'yesterday', /must be a duration such as/],
    [['fleets', 0, 'name'], '../etc', /can contain only letters, digits/],
    [['problems', 0, 'fleet'], 'shops', /problems\.0\.fleet is shops, which is not a fleet/],
    [['problems', 0, 'places'], ['osl'], /is osl, which is not a place of the fleet/],
    [['problems', 0, 'kind'], 'fire', /must be one of outage, lock, release/],
    [['people', 0, 'role'], 'observer', /must include somebody with the role administrator/],
    [['people', 0, 'username'], 'sue', /people\.0 contains sue twice/],
    [['organization', 'accent'], 'red', /Line 3: organization\.accent must be a colour/],
    [['organization', 'logo'], 'https://evil.example/logo.png', /must be a PNG or JPEG image/],
    [['organization', 'logo'], 'data:image/svg+xml;base64,PHN2Zz4=', /must be a PNG or JPEG image/],
    [['organization', 'website'], 'javascript:alert(1)', /must be a URL/],
    [['organization'], undefined, /organization is missing/],
    [['extends'], 'acme-logistics', /"?organization"? is not allowed/],
    [['billing'], { plan: 'free', owedDays: 3 }, /has no invoices/],
    [['shout'], true, /must not have "shout"/],
  ])('%j %j', (at, value, reason) => {
    expect(() => readWorldFile(changed(at, value))).toThrow(reason)
  })
})

describe('[WORLD-005] a hostile file', () => {
  test.each([
    ['longer than may be read', `title: "${'x'.repeat(4_000_001)}"`, 'The file is larger than 4000 kB'],
    ['nested deeply', '['.repeat(5000), 'nested too deeply'],
    ['with aliases', 'title: &a x\nabout: *a\n', 'The file has aliases'],
    [
      'that unfolds',
      `a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\ntitle: *c\n`,
      'The file has aliases',
    ],
    ['with a merge key', 'a: &a {title: x}\n<<: *a\n', 'The file has aliases'],
    ['with code', 'title: !!js/function "function(){}"\n', ''],
    ['with prototype keys', '{"__proto__": {"title": "x"}, "extends": "acme-logistics"}', '__proto__'],
    [
      'with more images than a world holds',
      stringify({
        ...small,
        fleets: Array.from({ length: 40 }, (_, at) => ({
          name: `f${at}`,
          type: 'intel-nuc',
          services: Array.from({ length: 12 }, (__, n) => ({ name: `s${n}`, kind: 'worker', size: 1 })),
          releases: Array.from({ length: 30 }, (__, n) => ({ version: `1.0.${n}`, age: '1 d' })),
        })),
        problems: [],
      }),
      'images in total',
    ],
  ])('%s is rejected', (_, file, reason) => {
    expect(() => readWorldFile(file)).toThrow(reason)
    expect(({} as { title?: string }).title).toBeUndefined()
  })

  test('with prototype keys among tags loses them', () => {
    const file =
      '{"extends": "acme-logistics", "fleets": [{"name": "a", "tags": {"__proto__": "x", "b": "y"}}]}'
    const tags = readWorldFile(file).fleets?.[0]?.tags ?? {}
    expect(Object.entries(tags)).toEqual([['b', 'y']])
    expect(Object.getPrototypeOf(tags)).toBe(Object.prototype)
  })

  test('of any kind is read or rejected with a reason, quickly and without side effects', () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype)
    const key = fc.oneof(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        '<<',
        'fleets',
        'people',
        'organization',
        'name',
        'count',
      ),
      fc.string({ maxLength: 8 }),
    )
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 6 },
        fc.string(),
        fc.double(),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie('any')),
        fc.dictionary(key, tie('any')),
      ),
    })).any
    const broken = fc
      .tuple(fc.constant(stringify(small)), fc.nat(400), fc.string({ maxLength: 12 }))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + put.length))
    fc.assert(
      fc.property(
        fc.oneof(
          broken,
          value.map((one) => JSON.stringify(one)),
          fc.string(),
        ),
        (file) => {
          try {
            expect(readWorldFile(file).organization?.name ?? '').toBeTypeOf('string')
          } catch (error) {
            expect(error).toBeInstanceOf(FileProblem)
            expect((error as Error).message).toMatch(/\S/)
          }
          expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
        },
      ),
      { numRuns: 400 },
    )
  })
})
