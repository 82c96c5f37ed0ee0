const SHORT_COMMIT = 7

/** What a release is called: its version, else the first seven letters of its commit. */
export function releaseLabel({
  raw_version,
  commit,
}: {
  raw_version?: string | null
  commit: string
}): string {
  return raw_version ? raw_version : commit.slice(0, SHORT_COMMIT)
}

/** The first seven letters, as people quote a commit or a UUID. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_COMMIT)
}
