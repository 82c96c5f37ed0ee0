import { expect, test } from 'vitest'
import { logoProblem } from './logo.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff, 0xe0]

/** A file of some bytes, filled up to a size. */
const aFile = (type: string, start: readonly number[], size = 100) => {
  const bytes = new Uint8Array(size)
  bytes.set(start.slice(0, size))
  return new File([bytes], 'logo', { type })
}

test('a logo is a PNG or JPEG of at most 1,000,000 bytes [ORG-007, ORG-008]', async () => {
  expect(await logoProblem(aFile('image/png', PNG, 1_000_000))).toBeUndefined()
  expect(await logoProblem(aFile('image/jpeg', JPEG))).toBeUndefined()
  expect(await logoProblem(aFile('image/png', PNG, 1_000_001))).toBe(
    'The logo can have at most 1,000,000 bytes.',
  )
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', '']) {
    expect(await logoProblem(aFile(type, PNG))).toBe('Choose a PNG or JPEG image.')
  }
})

test.each([
  ['a JPEG named .png', 'image/png', JPEG, /named as PNG, but it is a JPEG image/],
  ['a PNG named .jpg', 'image/jpeg', PNG, /named as JPEG, but it is a PNG image/],
  ['a GIF named .png', 'image/png', [0x47, 0x49, 0x46, 0x38], /no PNG or JPEG image, whatever its name says/],
  ['an empty file named .png', 'image/png', [], /no PNG or JPEG image/],
  ['half of the signature', 'image/png', PNG.slice(0, 4), /no PNG or JPEG image/],
])('%s is refused by its bytes', async (_what, type, start, why) => {
  expect(await logoProblem(aFile(type, start, Math.max(start.length, 4)))).toMatch(why)
})
