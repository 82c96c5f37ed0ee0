import { expect, test } from 'vitest'
import { fatVolume, SECTOR, type Entry } from './fat.ts'

type Files = Readonly<Record<string, Entry>>

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** Reads a volume independently of the writer, by the specification. */
function readVolume(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer)
  const u16 = (at: number) => view.getUint16(at, true)
  const [sectorSize, perCluster] = [u16(11), bytes[13] ?? 0]
  const fatSize = u16(22) * sectorSize
  const fatAt = u16(14) * sectorSize
  const rootAt = fatAt + (bytes[16] ?? 0) * fatSize
  const dataAt = rootAt + u16(17) * 32
  const sectors = u16(19) || view.getUint32(32, true)
  const clusters = Math.floor((sectors - dataAt / sectorSize) / perCluster)
  const isSmall = clusters < 4085
  expect((fatSize * 8) / (isSmall ? 12 : 16), 'an entry for each cluster').toBeGreaterThanOrEqual(
    clusters + 2,
  )
  function next(cluster: number): number {
    if (!isSmall) return u16(fatAt + cluster * 2)
    const pair = u16(fatAt + Math.floor(cluster * 1.5))
    return cluster % 2 === 0 ? pair & 0xfff : pair >> 4
  }
  const used = new Set<number>()
  function chain(first: number): Uint8Array {
    const parts: number[] = []
    for (let at = first; at < (isSmall ? 0xff8 : 0xfff8); at = next(at)) {
      expect(used.has(at), `cluster ${at} belongs to one file`).toBe(false)
      expect(at - 2, 'inside the volume').toBeLessThan(clusters)
      used.add(at)
      const from = dataAt + (at - 2) * perCluster * sectorSize
      parts.push(...bytes.subarray(from, from + perCluster * sectorSize))
    }
    return Uint8Array.from(parts)
  }
  const parents: number[] = []
  function entries(folder: Uint8Array, own: number): Record<string, Entry> {
    const found: Record<string, Entry> = {}
    const shortNames = new Set<string>()
    let long = ''
    let sum = 0
    for (let at = 0; at < folder.length && folder[at] !== 0; at += 32) {
      const entry = folder.subarray(at, at + 32)
      const of = new DataView(entry.buffer, entry.byteOffset, 32)
      const kind = entry[11] ?? 0
      if (kind === 0x0f) {
        const places = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]
        const units = places.map((place) => of.getUint16(place, true))
        const end = units.indexOf(0)
        long =
          String.fromCharCode(...(end < 0 ? units : units.slice(0, end)).filter((unit) => unit !== 0xffff)) +
          long
        sum = entry[13] ?? 0
        continue
      }
      const short = latin(entry.subarray(0, 11))
      const first = of.getUint16(26, true)
      if (kind === 0x08) label = short.trimEnd()
      else if (short.startsWith('.')) {
        if (short.startsWith('..')) parents.push(first)
        else expect(first, 'a folder names itself').toBe(own)
      } else {
        expect(shortNames.has(short), `${short} is there once`).toBe(false)
        shortNames.add(short)
        const expected = entry
          .subarray(0, 11)
          .reduce((all, byte) => (((all & 1) << 7) + (all >> 1) + byte) & 0xff, 0)
        expect(sum, `the long name ${long} belongs to ${short}`).toBe(expected)
        const content = first === 0 ? new Uint8Array() : chain(first)
        found[long] =
          kind === 0x10
            ? entries(content, first)
            : new TextDecoder().decode(content.subarray(0, of.getUint32(28, true)))
      }
      long = ''
    }
    return found
  }
  let label = ''
  const files = entries(bytes.subarray(rootAt, dataAt), 0)
  return {
    files,
    label,
    parents,
    isSmall,
    start: view.getUint32(28, true),
    kind: latin(bytes.subarray(54, 62)).trimEnd(),
    signature: u16(510),
    tables: [0, 1].map((nth) => latin(bytes.subarray(fatAt + nth * fatSize, fatAt + (nth + 1) * fatSize))),
  }
}

const FILES: Files = {
  'config.json': '{"hostname":"gate-north"}',
  'device-type.json': 'x'.repeat(3 * SECTOR + 1),
  'image-version-info': '',
  'exactly-one-sector.bin': 'y'.repeat(SECTOR),
  'system-connections': {
    'resin-sample': '[connection]\nid=Küche',
    'a name with thirteen and more letters.txt': 'z',
    deeper: { README: 'read me' },
  },
}

test.each([
  ['12', 2048, true],
  ['16', 5120, false],
  // Too large for the 16-bit field for the size.
  ['16', 0x10001, false],
])('writes a readable volume with %s-bit entries and %i sectors', (bits, sectors, isSmall) => {
  const volume = fatVolume({ label: 'resin-boot', sectors, files: FILES, start: 1024 })
  expect(volume).toHaveLength(sectors * SECTOR)
  const read = readVolume(volume)
  expect(read.files).toEqual(FILES)
  expect(read).toMatchObject({
    label: 'resin-boot',
    isSmall,
    kind: `FAT${bits}`,
    start: 1024,
    signature: 0xaa55,
  })
  // The root is above the first folder; that folder is above the second.
  expect(read.parents.toSorted((one, other) => one - other)[0]).toBe(0)
  expect(read.tables[0]).toBe(read.tables[1])
})

test('equal contents result in equal volumes, and too large ones are rejected', () => {
  const volume = (files: Files) => fatVolume({ label: 'resin-boot', sectors: 128, files, start: 0 })
  expect(volume(FILES)).toEqual(volume(FILES))
  expect(() => volume({ big: 'x'.repeat(128 * SECTOR) })).toThrow('The files do not fit into resin-boot')
})
