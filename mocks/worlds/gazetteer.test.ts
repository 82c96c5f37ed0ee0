import { describe, expect, test } from 'vitest'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { createCloud } from '../cloud.ts'
import { townMeant, townNamed } from './gazetteer.ts'
import { worldFileIn } from './world-file-in.ts'

describe('a town is found', () => {
  test.each([
    ['Munich', 'Germany', 48.1],
    ['munich', 'Germany', 48.1],
    ['Munich, Germany', 'Germany', 48.1],
    ['Munich (DE)', 'Germany', 48.1],
    ['São Paulo', 'Brazil', -23.6],
    ['sao paulo', 'Brazil', -23.6],
    ['Springfield (Illinois)', 'United States of America', 39.8],
    ['Springfield, Illinois, United States of America', 'United States of America', 39.8],
    ['Springfield (Massachusetts)', 'United States of America', 42.1],
  ])('%s', (name, country, latitude) => {
    const town = townNamed(name)
    expect(town).toMatchObject({ country })
    expect(town?.latitude).toBeCloseTo(latitude, 0)
  })

  test('that of most people if several have the name, and none in a region that has none', () => {
    expect(townNamed('London')).toMatchObject({ country: 'United Kingdom' })
    expect(townNamed('London (Ontario)')).toMatchObject({ country: 'Canada' })
    for (const name of ['London (Bavaria)', 'Nowhere at all', '', ' ', ',', '('])
      expect(townNamed(name)?.name ?? null, name).toBe(null)
  })

  test('by a misspelt name, as a question', () => {
    expect([townMeant('Munchi'), townMeant('Hambrug'), townMeant('xxxxxxxxxx')]).toEqual([
      'Munich',
      'Hamburg',
      undefined,
    ])
  })
})

const file = (places: unknown[], problems: object[] = []) => ({
  organization: { name: 'Brewery' },
  fleets: [
    {
      name: 'taps',
      type: 'raspberrypi4-64',
      releases: [{ version: '1.0.0', age: '3 d' }],
      places,
      devices: [{ count: 4, names: 'tap-{place}-{n}' }],
    },
  ],
  ...(problems.length > 0 && { problems }),
})
const opened = (places: unknown[], problems?: object[]) => worldFileIn({ worldFile: file(places, problems) })

describe('the places of a world file', () => {
  test('are towns by name, codes, and places of their own, beside each other', async () => {
    const own = { code: 'hut', name: 'Hut', latitude: 47, longitude: 11 }
    const world = await opened(
      ['lyo', 'Munich', 'Springfield (Illinois)', own],
      [{ kind: 'outage', fleet: 'taps', places: ['Munich', 'lyo'], at: '5 min' }],
    )
    expect(world?.fleets?.[0]?.places).toEqual([
      'lyo',
      expect.objectContaining({ code: 'munich', name: 'Munich, Germany' }),
      expect.objectContaining({
        code: 'springfield',
        name: 'Springfield, Illinois, United States of America',
      }),
      own,
    ])
    expect(world?.problems).toMatchObject([{ places: ['munich', 'lyo'] }])
    // Resolved once, it is a world file that opens without the gazetteer.
    expect(await worldFileIn({ worldFile: world })).toBe(world)
    createCloud({ scenario: 'first-look', worldFile: world }).dispose()
  })

  test('have codes that differ, also if two towns or a place of the file have the same name', async () => {
    const own = { code: 'munich', name: 'Munich', latitude: 48, longitude: 11 }
    const world = await opened([own, 'Munich', 'London', 'London (Ontario)'])
    const codes = world?.fleets?.[0]?.places?.map((place) => (typeof place === 'string' ? place : place.code))
    expect(codes).toEqual(['munich', 'munich-2', 'london', 'london-2'])
  })

  test('that do not exist are all named, with the ones that were probably meant', async () => {
    await expect(opened(['Munchi', 'Lyon', 'Qwertyuiop'])).rejects.toThrow(
      'fleets.0.places.0: there is no town "Munchi"; did you mean "Munich"?; fleets.0.places.2: there is no town "Qwertyuiop"',
    )
  })

  test('are not touched without names: the same file comes back', async () => {
    const plain = file(['lyo']) as WorldFile
    expect(await worldFileIn({ worldFile: plain })).toBe(plain)
  })
})
