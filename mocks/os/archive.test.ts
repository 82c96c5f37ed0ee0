import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zip } from './archive.ts'

/** Reads the archive independently of the writer, by the specification (APPNOTE 4.3). */
test('writes an archive whose file can be found from the end of the archive', async () => {
  const content = new TextEncoder().encode('a line of an image\n'.repeat(500))
  const archive = await zip('küche.img', content)
  const view = new DataView(archive.buffer)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)
  const named = (at: number, length: number) => new TextDecoder().decode(archive.subarray(at, at + length))

  // The last record has 22 bytes if there is no comment.
  const end = archive.length - 22
  expect(u32(end)).toBe(0x06054b50)
  expect([4, 6, 8, 10, 20].map((at) => u16(end + at))).toEqual([0, 0, 1, 1, 0])
  const [size, central] = [u32(end + 12), u32(end + 16)]
  expect(central + size).toBe(end)

  expect(u32(central)).toBe(0x02014b50)
  // The versions "made by" and "needed": 2.0, the first with deflation.
  expect([u16(central + 4), u16(central + 6), u16(central + 10)]).toEqual([20, 20, 8])
  const local = u32(central + 42)
  expect(u32(local)).toBe(0x04034b50)
  expect(archive.slice(local + 4, local + 30)).toEqual(archive.slice(central + 6, central + 32))
  const nameLength = u16(central + 28)
  expect(46 + nameLength + u16(central + 30) + u16(central + 32)).toBe(size)
  expect(named(central + 46, nameLength)).toBe('küche.img')
  expect(named(local + 30, nameLength)).toBe('küche.img')

  const body = local + 30 + nameLength + u16(local + 28)
  expect(body + u32(central + 20)).toBe(central)
  const unpacked = inflateRawSync(archive.subarray(body, central))
  expect(new Uint8Array(unpacked)).toEqual(content)
  expect(u32(central + 24)).toBe(content.length)
  expect(u32(central + 16)).toBe(crc32(content))
})
