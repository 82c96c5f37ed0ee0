import { expect, test } from 'vitest'
import { corruptions, sampled } from './corruptions.ts'
import { sweep } from './sweep.tsx'

/** `npm run corruptions` tries all of them. */
const tried =
  process.env['FLOTILLA_SWEEP'] === 'all' ? corruptions : corruptions.filter(({ name }) => sampled.has(name))

test.each(tried.map(({ name, change }) => [name, change] as const))(
  'no page breaks by corrupted responses: %s',
  async (_, change) => {
    expect(await sweep(change, { overlays: false })).toEqual([])
  },
  300_000,
)
