import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as mended from '../../scripts/mended-packages.ts'

const root = join(import.meta.dirname, '../..')

/** The folder that holds what each changes. */
const packages: Record<keyof typeof mended, string> = {
  narrowFaker: '@faker-js/faker/dist',
  parserWithoutEval: '@balena/odata-parser',
  chartsInAnyLanguage: 'uplot/dist',
  leafletWithoutHtml: 'leaflet/dist',
  noIdleSource: 'msw/lib/browser',
  noCookieStore: 'msw/lib/_chunks',
}

interface Transform {
  filter: { id: RegExp }
  handler(code: string): string | { code: string }
}

const cases = Object.entries(packages).map(
  ([name, folder]) => [name, folder, new Map(Object.entries(mended)).get(name)] as const,
)

test.each(cases)('%s still finds what it changes in %s', (_name, inPackage, plugin) => {
  const folder = join(root, 'node_modules', inPackage)
  if (plugin === undefined) throw new Error('There is no such plugin')
  const { filter, handler } = plugin.transform as unknown as Transform
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.m?js$/.test(file) && filter.id.test(file))
  const changed = files.filter((file) => {
    const code = readFileSync(file, 'utf8')
    const after = handler(code)
    return (typeof after === 'string' ? after : after.code) !== code
  })
  expect(changed).not.toEqual([])
})
