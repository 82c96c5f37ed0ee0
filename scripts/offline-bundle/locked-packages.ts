import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockEntry {
  version?: string
  integrity?: string
  resolved?: string
  optional?: boolean
  link?: boolean
  inBundle?: boolean
  name?: string
  os?: string | string[]
  cpu?: string | string[]
}

export interface Lockfile {
  packages: Record<string, LockEntry>
}

/** A package of the lockfile that has to be in the bundle. */
export interface LockedPackage {
  /** As npm names it: `name@version`. */
  spec: string
  /** The name of its archive in the bundle. */
  file: string
  integrity: string
}

/** A platform as Node names it, such as `linux` and `x64`. */
export interface Platform {
  os: string
  cpu: string
}

/** Whether a field such as `os` of a package, one name or a list, includes this platform; `!win32` is all others. */
function allows(field: string | readonly string[] | undefined, value: string): boolean {
  const names = [field ?? []].flat()
  const excluded = names.filter((name) => name.startsWith('!'))
  return excluded.length === names.length ? !excluded.includes(`!${value}`) : names.includes(value)
}

const nameOf = (path: string, entry: LockEntry) =>
  entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The archive of a package: of two with one name and version there is one. */
function fileOf(path: string, entry: LockEntry): string {
  return `${nameOf(path, entry).replace('@', '').replace('/', '-')}-${entry.version}.tgz`
}

const isPacked = (path: string, entry: LockEntry, platform: Platform) =>
  path !== '' &&
  entry.link !== true &&
  entry.inBundle !== true &&
  (entry.optional !== true || (allows(entry.os, platform.os) && allows(entry.cpu, platform.cpu)))

/** The packages that a machine of this platform installs. */
export function lockedPackages(lock: Lockfile, platform: Platform): LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!isPacked(path, entry, platform)) continue
    if (entry.integrity === undefined) throw new Error(`package-lock.json has no integrity of ${path}.`)
    const file = fileOf(path, entry)
    found.set(file, { spec: `${nameOf(path, entry)}@${entry.version}`, file, integrity: entry.integrity })
  }
  return [...found.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1))
}

/** The lockfile of the bundle: npm takes each package from its archive in `folder`. */
export function lockOfBundle(lock: Lockfile, platform: Platform, folder: string): Lockfile {
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    isPacked(path, entry, platform) ? { ...entry, resolved: `file:${folder}/${fileOf(path, entry)}` } : entry,
  ])
  return { ...lock, packages: Object.fromEntries(packages) as Lockfile['packages'] }
}

/** The archive of a package in npm's cache, which stores files by their hash; undefined if it is not there, or damaged. */
export function inCache(cache: string, integrity: string): Buffer | undefined {
  const [first = ''] = integrity.split(/\s+/)
  const [algorithm = '', text = ''] = first.split(/-(.*)/s)
  const hash = Buffer.from(text, 'base64')
  const hex = hash.toString('hex')
  const path = join(cache, '_cacache/content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  return createHash(algorithm).update(bytes).digest().equals(hash) ? bytes : undefined
}
