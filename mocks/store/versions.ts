import type { RowInput } from './stored-row.ts'

/** What a version consists of. */
export interface VersionInput {
  semver_major?: number
  semver_minor?: number
  semver_patch?: number
  semver_prerelease?: string | null
  semver_build?: string | null
  variant?: string | null
  revision?: number | null
  /** Part of the version of a draft. */
  created_at?: number
}

const parts = (row: VersionInput) => ({
  major: row.semver_major ?? 0,
  minor: row.semver_minor ?? 0,
  patch: row.semver_patch ?? 0,
  prerelease: row.semver_prerelease ?? '',
  build: row.semver_build ?? '',
  variant: row.variant ?? '',
  revision: row.revision ?? null,
})

/** `major.minor.patch[-prerelease][+build]` (docs/platform/derived-values.md). */
export function semverOf(row: VersionInput): string {
  const { major, minor, patch, prerelease, build } = parts(row)
  return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${build && `+${build}`}`
}

function rawParts(row: VersionInput) {
  const { prerelease, build, variant, revision } = parts(row)
  const draftOf = revision === null ? String(row.created_at ?? 0) : ''
  const revised = revision !== null && revision > 0 && !build.split('.').includes(`rev${revision}`)
  return {
    prerelease: [prerelease, draftOf].filter(Boolean).join('.'),
    build: [build, revised ? `rev${revision}` : '', variant].filter(Boolean).join('.'),
  }
}

/** The displayed version: `1.3.0`, `1.3.0+rev1`, draft `1.3.0-1795209718259` (docs/platform/derived-values.md). */
export function rawVersionOf(row: VersionInput): string {
  const { major, minor, patch } = parts(row)
  const { prerelease, build } = rawParts(row)
  return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${build && `+${build}`}`
}

const identifiers = (joined: string): (string | number)[] =>
  joined === '' ? [] : joined.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** The parsed form of the displayed version. */
export function releaseVersionFields(row: VersionInput): object {
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
export function parseSemver(version: string): RowInput<'release'> | undefined {
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
