import { expect, test } from 'vitest'
import { releasePickerQuery } from './release-picker.queries.ts'

test('the release picker is polled every 15 s [REL-038]', () => {
  const query = releasePickerQuery({ fleetId: 1, text: '', page: 1, kept: null })
  expect(query.refetchInterval).toBe(15_000)
})
