import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packText, PackedTextProblem, unpackText } from './packed-text.ts'

const MOST = 256_000

test('[WORLD-001] a text comes back from an address as it was, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2000 }), async (text) => {
      const packed = await packText(text)
      expect(new URL(`https://flotilla.test/#world=${packed}`).hash).toBe(`#world=${packed}`)
      expect(await unpackText(packed, MOST)).toBe(text)
    }),
  )
})

test('[WORLD-001] a file of a few kilobytes makes a link that can be sent', async () => {
  const file = Array.from({ length: 60 }, (_, at) => `- name: fleet-${at}\n  type: raspberrypi4-64\n`).join(
    '',
  )
  expect((await packText(file)).length).toBeLessThan(500)
})

test('[WORLD-001] what is cut, changed or made up is refused', async () => {
  const packed = await packText('organization: Northern Lights\n')
  for (const wrong of ['', 'A', '%%', packed.slice(0, -6), `x${packed}`, 'AAAA', 'ä'])
    await expect(unpackText(wrong, MOST)).rejects.toThrow('The link is incomplete')
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (made) => {
      const read = await unpackText(made, MOST).catch((error: unknown) => error)
      expect(typeof read === 'string' || read instanceof PackedTextProblem).toBe(true)
    }),
  )
})

test('[WORLD-001] what unfolds into more than may be read is refused before it has', async () => {
  const bomb = await packText('x'.repeat(20_000_000))
  expect(bomb.length).toBeLessThan(30_000)
  await expect(unpackText(bomb, MOST)).rejects.toThrow('too long')
})
