import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capturedFields, fieldsOnRequest, keepable } from './captured-fields.ts'

const page = readFileSync(new URL('../../../docs/capture.md', import.meta.url), 'utf8')

test('the page lists each field that is read, with its reason, and every kind that can be kept [CAPTURE-003]', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(
    ([, ...row]) => row,
  )
  const known = Object.entries({ ...capturedFields, ...fieldsOnRequest }).flatMap(([resource, fields]) =>
    Object.entries<readonly [string, string, ('join' | undefined)?]>(fields).map(([field, [use, reason]]) => [
      resource,
      field,
      use,
      reason,
    ]),
  )
  expect(listed).toEqual(known)
  for (const kind of keepable) expect(page).toContain(`\`${kind}\``)
})
