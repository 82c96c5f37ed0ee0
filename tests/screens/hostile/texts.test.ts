import { expect, test } from 'vitest'
import { sweep } from './sweep.tsx'
import { hostileTexts, sampledTexts, withTexts } from './texts.ts'

/** `npm run hostile` tries all of them. */
const tried = Object.entries(hostileTexts).filter(
  ([name]) => process.env['FLOTILLA_SWEEP'] === 'all' || sampledTexts.has(name),
)

test.each(tried)(
  'no text of a hostile platform is interpreted as anything but text, on any page: %s',
  async (_, text) => {
    expect(await sweep(withTexts(text), { log: text })).toEqual([])
  },
  300_000,
)
