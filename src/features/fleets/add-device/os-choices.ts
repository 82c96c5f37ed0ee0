import { isArchitectureCompatibleWith } from '@/domain/operations/architectures.ts'
import type { OsRelease } from '@/domain/os-update/os-update.ts'
import { compareOsVersions } from '@/domain/os-update/os-version-order.ts'
import { compareText } from '@/lib/format.ts'

export type OsLine = 'default' | 'esr'
export type OsEdition = 'prod' | 'dev'

export interface OsVersionChoice {
  version: string
  knownIssues: string | null
  isRecommended: boolean
}

/**
 * Versions of one line and edition for a device type, newest first. The first one without known issues is recommended
 * (docs/platform/operating-systems.md).
 */
export function osVersionChoices(
  releases: readonly OsRelease[],
  { line, edition }: { line: OsLine; edition: OsEdition },
): OsVersionChoice[] {
  const offered = releases
    .filter(({ isEsr, variant }) => isEsr === (line === 'esr') && (variant === '' || variant === edition))
    .toSorted((a, b) => compareOsVersions(b.version, a.version))
  const recommended = offered.find(
    ({ version, knownIssues }) => knownIssues === null && !version.includes('-'),
  )
  return offered.map((release) => ({
    version: release.version,
    knownIssues: release.knownIssues,
    isRecommended: release === recommended,
  }))
}

export interface TypeChoice {
  slug: string
  name: string
  architecture: string | null
}

/** Device types that can run releases of the fleet, by name. */
export function typesFor(architecture: string, types: readonly TypeChoice[]): TypeChoice[] {
  return types
    .filter(
      (type) => type.architecture !== null && isArchitectureCompatibleWith(type.architecture, architecture),
    )
    .toSorted((a, b) => compareText(a.name, b.name))
}
