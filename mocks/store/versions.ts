import type { Value, Values } from './table.ts'

const number = (value: Value | undefined) => Number(value ?? 0)
const text = (value: Value | undefined) => (typeof value === 'string' ? value : '')

const parts = (row: Readonly<Values>) => ({
  major: number(row['semver_major']),
  minor: number(row['semver_minor']),
  patch: number(row['semver_patch']),
  prerelease: text(row['semver_prerelease']),
  build: text(row['semver_build']),
  variant: text(row['variant']),
  revision: typeof row['revision'] === 'number' ? row['revision'] : null,
})

/** `major.minor.patch[-prerelease][+build]` (docs/platform/derived-values.md). */
export function semverOf(row: Readonly<Values>): string {
  const { major, minor, patch, prerelease, build } = parts(row)
  return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${build && `+${build}`}`
}

function rawParts(row: Readonly<Values>) {
  const { prerelease, build, variant, revision } = parts(row)
  const draftOf = revision === null ? String(number(row['created_at'])) : ''
  const revised = revision !== null && revision > 0 && !build.split('.').includes(`rev${revision}`)
  return {
    prerelease: [prerelease, draftOf].filter(Boolean).join('.'),
    build: [build, revised ? `rev${revision}` : '', variant].filter(Boolean).join('.'),
  }
}

/** The displayed version: `1.3.0`, `1.3.0+rev1`, draft `1.3.0-1795209718259` (docs/platform/derived-values.md). */
export function rawVersionOf(row: Readonly<Values>): string {
  const { major, minor, patch } = parts(row)
  const { prerelease, build } = rawParts(row)
  return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${build && `+${build}`}`
}

const identifiers = (joined: string): (string | number)[] =>
  joined === '' ? [] : joined.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The parsed form of the displayed version. */
export function releaseVersionFields(row: Readonly<Values>): object {
  const { major, minor, patch } = parts(row)
  const { prerelease, build } = rawParts(row)
  return {
    raw: rawVersionOf(row),
    major,
    minor,
    patch,
    version: `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}`,
    prerelease: identifiers(prerelease),
    build: build === '' ? [] : build.split('.'),
  }
}

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/

/** The stored fields of a semantic version; undefined when the text is none. */
export function parseSemver(version: string): Values | undefined {
  const match = SEMVER.exec(version)
  if (match === null) return undefined
  const [, major, minor, patch, prerelease = '', build = ''] = match
  return {
    semver_major: Number(major),
    semver_minor: Number(minor),
    semver_patch: Number(patch),
    semver_prerelease: prerelease,
    semver_build: build,
  }
}
