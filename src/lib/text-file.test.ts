import { expect, test } from 'vitest'
import { decodedText, readTextFile } from './text-file.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const utf16 = (text: string, isBig: boolean) =>
  bytes(
    ...(isBig ? [0xfe, 0xff] : [0xff, 0xfe]),
    ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) =>
      isBig ? [code >> 8, code & 255] : [code & 255, code >> 8],
    ),
  )

test.each([
  ['UTF-8', new TextEncoder().encode('NAME=grün €').buffer],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFNAME=grün €').buffer],
  ['UTF-16 of PowerShell', utf16('NAME=grün €', false)],
  ['UTF-16, the large byte first', utf16('NAME=grün €', true)],
])('a file in %s is read', (_encoding, file) => {
  expect(decodedText(file)).toBe('NAME=grün €')
})

test('an empty file is an empty text', () => expect(decodedText(bytes())).toBe(''))

test.each([
  ['in another encoding, whose letters would change', bytes(0x67, 0x72, 0xfc, 0x6e)],
  ['of an image', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
  ['in UTF-32', bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0)],
  ['in UTF-16 without a mark', bytes(0x61, 0, 0x62, 0)],
  ['in UTF-16 that was cut', bytes(0xff, 0xfe, 0x61, 0, 0x62)],
])('a file %s is no text [OPS-101]', (_what, file) => {
  expect(decodedText(file)).toBeNull()
})

test('a file that cannot be read is not taken for one in another encoding [OPS-101]', async () => {
  const moved = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
  expect(await readTextFile(moved)).toEqual({ problem: 'unreadable' })
  expect(await readTextFile(new Blob([bytes(0x67, 0xfc)]))).toEqual({ problem: 'encoding' })
  expect(await readTextFile(new Blob(['a']))).toEqual({ text: 'a' })
})
