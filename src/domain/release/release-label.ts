const SHORT_COMMIT = 7

/** The name of a release: its version, else the first seven characters of its commit. */
export function releaseLabel({
  raw_version,
  commit,
}: {
  raw_version?: string | null
  commit: string
}): string {
  return raw_version ? raw_version : commit.slice(0, SHORT_COMMIT)
}

/** The first seven characters of a commit or UUID. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_COMMIT)
}
