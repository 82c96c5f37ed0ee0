import semver from 'semver'
import { osVersionNumber } from './os-version-number.ts'

/** Versions below this one always have a revision. */
const REVISIONS_BEFORE = '2.88.4'

/** `balenaOS 2.80.3.prod` → `2.80.3+rev1`: a version below 2.88.4 without a revision is its first revision. */
export function withRevision(version: string): string {
  const plain = (osVersionNumber(version) ?? version).replace(/\.(prod|dev)$/, '')
  const parsed = semver.parse(plain)
  if (parsed === null || parsed.build.length > 0 || parsed.prerelease.length > 0) return plain
  return semver.lt(parsed, REVISIONS_BEFORE) ? `${plain}+rev1` : plain
}

/** Whether a text is a valid OS version. */
export function isOsVersion(version: string | null | undefined): version is string {
  return version != null && semver.valid(withRevision(version)) !== null
}

/** Compares two versions for sorting in ascending order: `6.1.0` is before `6.1.0+rev1`. Invalid ones are first. */
export function compareOsVersions(one: string, other: string): number {
  const [a, b] = [semver.parse(withRevision(one)), semver.parse(withRevision(other))]
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  return a.compare(b) || revisionOf(a) - revisionOf(b)
}

/** The newest version; undefined if none is valid. */
export function newestOsVersion(versions: Iterable<string | null>): string | undefined {
  return [...versions].filter(isOsVersion).toSorted(compareOsVersions).at(-1)
}

function revisionOf({ build }: semver.SemVer): number {
  const revision = /^rev(\d+)/.exec(build[0] ?? '')?.[1]
  return revision === undefined ? 0 : Number(revision)
}
