export interface ChangelogVersion {
  version: string
  /** ISO date. */
  date: string
  changes: readonly string[]
}

/** The entries of a changelog file, newest first; invalid ones are skipped. */
export function readChangelog(file: unknown): readonly ChangelogVersion[] {
  const versions =
    typeof file === 'object' && file !== null && 'versions' in file && Array.isArray(file.versions)
      ? file.versions
      : []
  return versions.filter(isVersion)
}

/** The major version. */
export function majorVersion(version: string): number {
  return Number.parseInt(version, 10)
}

/** Whether there is a major version that the user has not seen. False on the first visit. */
export function hasNewMajor(latest: string, seenMajor: number | null): boolean {
  return seenMajor !== null && majorVersion(latest) > seenMajor
}

function isVersion(value: unknown): value is ChangelogVersion {
  if (typeof value !== 'object' || value === null) return false
  const { version, date, changes } = value as Partial<Record<keyof ChangelogVersion, unknown>>
  return (
    typeof version === 'string' &&
    !Number.isNaN(majorVersion(version)) &&
    typeof date === 'string' &&
    Array.isArray(changes) &&
    changes.every((change) => typeof change === 'string')
  )
}
