type Bytes = Uint8Array<ArrayBuffer>

export const SECTOR = 512

/** The text of a file, or the entries of a folder. */
export type Entry = string | { readonly [name: string]: Entry }

export interface Volume {
  /** At most 11 characters. */
  label: string
  /** Size in sectors. */
  sectors: number
  files: Readonly<Record<string, Entry>>
  /** Number of sectors of the disk before the volume. */
  start: number
}

/** Volumes with fewer clusters have 12-bit entries, others 16-bit ones. A cluster is one sector. */
const MIN_FAT16_CLUSTERS = 4085
const ROOT_ENTRIES = 512
const ROOT_SECTORS = (ROOT_ENTRIES * 32) / SECTOR
const RESERVED = 1
const FATS = 2
/** 1980-01-01, the earliest date of the format: equal contents result in equal volumes. */
const NO_DATE = 0x21
const IS_FOLDER = 0x10
const IS_LABEL = 0x08
const IS_FILE = 0x20
const IS_LONG_NAME = 0x0f

const encoder = new TextEncoder()
const ascii = (text: string, length: number) => encoder.encode(text.padEnd(length).slice(0, length))

/** Finds the size of the tables for which each remaining cluster has an entry. */
function geometryOf(sectors: number) {
  let fatSectors = 1
  for (;;) {
    const clusters = sectors - RESERVED - FATS * fatSectors - ROOT_SECTORS
    const bits = clusters < MIN_FAT16_CLUSTERS ? 12 : 16
    const needed = Math.ceil(((clusters + 2) * bits) / 8 / SECTOR)
    if (needed <= fatSectors) return { clusters, bits, fatSectors }
    fatSectors = needed
  }
}

/** The 8.3 name of the `number`th entry of a folder, such as `CONFIG~1JSO`. */
function shortName(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  const clean = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const tail = `~${number}`
  return `${`${clean(stem).slice(0, 8 - tail.length)}${tail}`.padEnd(8)}${clean(extension).slice(0, 3).padEnd(3)}`
}

function checksum(short: Uint8Array): number {
  let sum = 0
  for (const byte of short) sum = (((sum & 1) << 7) + (sum >> 1) + byte) & 0xff
  return sum
}

const UNITS_IN_ENTRY = 13
/** The offsets of the 13 characters in an entry for a long name. */
const UNIT_AT = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]

/** The entries for a long name, in reverse order. They precede the entry with the short name. */
function longName(name: string, short: Uint8Array): Bytes[] {
  const units = [...Array(name.length).keys()].map((at) => name.charCodeAt(at))
  const count = Math.ceil(units.length / UNITS_IN_ENTRY)
  return Array.from({ length: count }, (_, part) => {
    const entry = new Uint8Array(32)
    const view = new DataView(entry.buffer)
    const number = count - part
    entry[0] = number | (part === 0 ? 0x40 : 0)
    entry[11] = IS_LONG_NAME
    entry[13] = checksum(short)
    UNIT_AT.forEach((offset, character) => {
      const at = (number - 1) * UNITS_IN_ENTRY + character
      view.setUint16(offset, units[at] ?? (at === units.length ? 0 : 0xffff), true)
    })
    return entry
  })
}

function entryOf(short: Uint8Array, attributes: number, cluster: number, size: number): Bytes {
  const entry = new Uint8Array(32)
  entry.set(short)
  entry[11] = attributes
  const view = new DataView(entry.buffer)
  for (const date of [16, 18, 24]) view.setUint16(date, NO_DATE, true)
  view.setUint16(26, cluster, true)
  view.setUint32(28, size, true)
  return entry
}

/** Creates a FAT12 or FAT16 file system with long names. Throws when the files do not fit. */
export function fatVolume({ label, sectors, files, start }: Volume): Bytes {
  const volume = new Uint8Array(sectors * SECTOR)
  const { clusters, bits, fatSectors } = geometryOf(sectors)
  const rootAt = (RESERVED + FATS * fatSectors) * SECTOR
  const dataAt = rootAt + ROOT_SECTORS * SECTOR
  const end = bits === 12 ? 0xfff : 0xffff
  const table = [0xf8 | (end & ~0xff), end]

  /** Writes to consecutive clusters and returns the first one; 0 for an empty content. */
  const store = (content: Uint8Array): number => {
    const count = Math.ceil(content.length / SECTOR)
    if (count === 0) return 0
    const first = table.length
    if (first - 2 + count > clusters) throw new Error(`The files do not fit into ${label}`)
    for (let at = 0; at < count; at++) table.push(at === count - 1 ? end : first + at + 1)
    volume.set(content, dataAt + (first - 2) * SECTOR)
    return first
  }
  const entriesOf = (folder: Readonly<Record<string, Entry>>, own: number): Bytes[] =>
    Object.entries(folder).flatMap(([name, entry], index) => {
      const short = ascii(shortName(name, index + 1), 11)
      if (typeof entry === 'string') {
        const content = encoder.encode(entry)
        return [...longName(name, short), entryOf(short, IS_FILE, store(content), content.length)]
      }
      return [...longName(name, short), entryOf(short, IS_FOLDER, folderAt(entry, own), 0)]
    })
  /** Folders contain entries for themselves and their parent (0: the root), so clusters are allocated before the entries are built. */
  const folderAt = (folder: Readonly<Record<string, Entry>>, above: number): number => {
    const names = Object.keys(folder)
    const count = 2 + names.reduce((sum, name) => sum + 1 + Math.ceil(name.length / UNITS_IN_ENTRY), 0)
    const first = store(new Uint8Array(count * 32))
    const entries = [
      entryOf(ascii('.', 11), IS_FOLDER, first, 0),
      entryOf(ascii('..', 11), IS_FOLDER, above, 0),
      ...entriesOf(folder, first),
    ]
    entries.forEach((entry, index) => volume.set(entry, dataAt + (first - 2) * SECTOR + index * 32))
    return first
  }

  const root = [entryOf(ascii(label, 11), IS_LABEL, 0, 0), ...entriesOf(files, 0)]
  root.forEach((entry, index) => volume.set(entry, rootAt + index * 32))
  for (let fat = 0; fat < FATS; fat++) {
    const at = (RESERVED + fat * fatSectors) * SECTOR
    volume.set(packed(table, bits, fatSectors * SECTOR), at)
  }
  writeBootSector(volume, { label, sectors, fatSectors, bits, start })
  return volume
}

/** Packs table entries; two 12-bit entries share a byte. */
function packed(table: readonly number[], bits: number, length: number): Bytes {
  const bytes = new Uint8Array(length)
  table.forEach((value, index) => {
    const bit = index * bits
    const at = bit >> 3
    const shifted = bit % 8 === 0 ? value : value << 4
    bytes[at] = (bytes[at] ?? 0) | (shifted & 0xff)
    bytes[at + 1] = (bytes[at + 1] ?? 0) | ((shifted >> 8) & 0xff)
  })
  return bytes
}

interface Boot {
  label: string
  sectors: number
  fatSectors: number
  bits: number
  start: number
}

function writeBootSector(volume: Bytes, { label, sectors, fatSectors, bits, start }: Boot): void {
  const view = new DataView(volume.buffer)
  volume.set([0xeb, 0x3c, 0x90])
  volume.set(ascii('FLOTILLA', 8), 3)
  view.setUint16(11, SECTOR, true)
  volume[13] = 1
  view.setUint16(14, RESERVED, true)
  volume[16] = FATS
  view.setUint16(17, ROOT_ENTRIES, true)
  view.setUint16(19, sectors < 0x10000 ? sectors : 0, true)
  // Fixed disk.
  volume[21] = 0xf8
  view.setUint16(22, fatSectors, true)
  view.setUint16(24, 32, true)
  view.setUint16(26, 64, true)
  view.setUint32(28, start, true)
  view.setUint32(32, sectors < 0x10000 ? 0 : sectors, true)
  volume[36] = 0x80
  // Extended boot signature: volume number, label and file system type follow.
  volume[38] = 0x29
  view.setUint32(39, start, true)
  volume.set(ascii(label, 11), 43)
  volume.set(ascii(`FAT${bits}`, 8), 54)
  view.setUint16(510, 0xaa55, true)
}
