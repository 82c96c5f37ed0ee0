import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { packText, PackedTextProblem, unpackText } from './packed-text.ts'

const MAX_BYTES = 256_000

test('[WORLD-001] any text is restored from a URL unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2000 }), async (text) => {
      const packed = await packText(text)
      expect(new URL(`https://flotilla.test/#world=${packed}`).hash).toBe(`#world=${packed}`)
      expect(await unpackText(packed, MAX_BYTES)).toBe(text)
    }),
  )
})

test('[WORLD-001] a file of a few kilobytes fits in a link', async () => {
  const file = Array.from({ length: 60 }, (_, at) => `- name: fleet-${at}\n  type: raspberrypi4-64\n`).join(
    '',
  )
  expect((await packText(file)).length).toBeLessThan(500)
})

test('[WORLD-001] a truncated, changed or invalid text is rejected', async () => {
  const packed = await packText('organization: Northern Lights\n')
  for (const wrong of ['', 'A', '%%', packed.slice(0, -6), `x${packed}`, 'AAAA', 'ä'])
    await expect(unpackText(wrong, MAX_BYTES)).rejects.toThrow('The link is incomplete')
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (made) => {
      const read = await unpackText(made, MAX_BYTES).catch((error: unknown) => error)
      expect(typeof read === 'string' || read instanceof PackedTextProblem).toBe(true)
    }),
  )
})

test('[WORLD-001] a text that expands beyond the limit is rejected before it is fully read', async () => {
  const bomb = await packText('x'.repeat(20_000_000))
  expect(bomb.length).toBeLessThan(30_000)
  await expect(unpackText(bomb, MAX_BYTES)).rejects.toThrow('too long')
})

test('[WORLD-001] inflation stops at the limit while it runs', async () => {
  const bomb = await packText('x'.repeat(300_000_000))
  let inflated = 0
  const Inflating = DecompressionStream
  vi.stubGlobal(
    'DecompressionStream',
    class {
      readonly readable
      readonly writable
      constructor() {
        const { readable, writable } = new Inflating('deflate')
        this.writable = writable
        this.readable = readable.pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              inflated += chunk.length
              controller.enqueue(chunk)
            },
          }),
        )
      }
    },
  )
  await expect(unpackText(bomb, MAX_BYTES)).rejects.toThrow('too long')
  vi.unstubAllGlobals()
  expect(inflated).toBeLessThan(4 * MAX_BYTES)
})
