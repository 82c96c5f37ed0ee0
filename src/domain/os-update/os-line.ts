import semver from 'semver'

/** Lines of OS releases. */
export const osLines = ['next', 'current', 'sunset', 'outdated'] as const
export type OsLine = (typeof osLines)[number]

/** A host app of the catalogue, with only the release of the device's version (docs/platform/operating-systems.md). */
export interface HostApp {
  application_tag: readonly { tag_key: string; value: string }[]
  owns__release: readonly { raw_version: string; phase: string | null }[]
}

/**
 * The line of an OS version: the phase of its release if set, else from the host app's tags, which list the versions of
 * each extended-support line; an extended-support version in none of them is outdated
 * (docs/platform/operating-systems.md).
 */
export function osLine(version: string, hostApps: readonly HostApp[]): OsLine | null {
  const app = hostApps.find(({ owns__release }) =>
    owns__release.some((release) => release.raw_version === version),
  )
  const release = app?.owns__release.find(({ raw_version }) => raw_version === version)
  if (!app || !release) return null
  if (release.phase === 'end-of-life') return 'outdated'
  const phase = osLines.find((line) => line === release.phase)
  if (phase) return phase
  const tag = (key: string) => app.application_tag.find(({ tag_key }) => tag_key === key)?.value
  if (tag('release-policy') !== 'esr') return null
  const lines = ['next', 'current', 'sunset'] as const
  return lines.find((line) => isOfLine(version, tag(`esr-${line}`))) ?? 'outdated'
}

function isOfLine(version: string, majorMinor: string | undefined): boolean {
  const base = semver.coerce(majorMinor)
  const exact = semver.coerce(version)
  return base !== null && exact !== null && semver.satisfies(exact, `^${base.version}`)
}
