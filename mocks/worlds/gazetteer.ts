import towns from 'city-timezones/data/cityMap.json' with { type: 'json' }
import type { Town } from '../../openapi/generated/control.d.ts'
import { closestName } from '../base/closest-name.ts'

type Row = (typeof towns)[number]

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Towns by name, those with most people first. Made at the first question. */
let index: Map<string, Row[]> | undefined

function byName(): Map<string, Row[]> {
  if (index !== undefined) return index
  index = new Map()
  for (const town of towns.toSorted((one, other) => other.pop - one.pop))
    for (const name of new Set([town.city, town.city_ascii].map(plain))) {
      const known = index.get(name)
      if (known === undefined) index.set(name, [town])
      else known.push(town)
    }
  return index
}

/** `Springfield (Illinois)` or `Springfield, Illinois`: a name, and the region or country that distinguishes it. */
const QUALIFIED = /^([^,(]+?)\s*(?:,\s*(.+?)|\(\s*([^)]+?)\s*\))\s*$/

/** The town with this name; of several, the one with most people. The region or country can follow it. */
export function townNamed(text: string): Town | undefined {
  const [, name = text, after, inBrackets] = QUALIFIED.exec(text) ?? []
  const found = byName().get(plain(name)) ?? []
  const region = after ?? inBrackets
  if (region === undefined) return asTown(found[0])
  // Each part must apply: “Springfield, Illinois, United States of America”.
  const wanted = region.split(',').map(plain)
  return asTown(
    found.find(({ country, iso2, province = '' }) => {
      const own = [country, iso2, province].map(plain)
      return wanted.every((each) => own.includes(each))
    }),
  )
}

/** The name that a misspelt one probably means. */
export function townMeant(text: string): string | undefined {
  const [, name = text] = QUALIFIED.exec(text) ?? []
  const known = byName()
  // Comparing all names takes a tenth of a second; the first letter is rarely wrong.
  const initial = plain(name).at(0) ?? ''
  const near = [...known.keys()].filter((each) => each.startsWith(initial))
  const meant = closestName(plain(name), near) ?? closestName(plain(name), [...known.keys()])
  return meant === undefined ? undefined : known.get(meant)?.[0]?.city
}

function asTown(row: Row | undefined): Town | undefined {
  if (row === undefined) return undefined
  const { city: name, country, province, lat: latitude, lng: longitude } = row
  return { name, country, region: province ?? '', latitude, longitude }
}
