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

/** A draft's version ends with the time of its build in ms. */
const DRAFT_VERSION = /^(\d+\.\d+\.\d+)-\d{13}$/

/**
 * The name of a release as people say it, next to a mark that says that it is a draft: “4.13.0” for the draft
 * `4.13.0-1795179600000`. Where drafts must be told apart or a text is copied, `releaseLabel` has the whole version.
 */
export function spokenVersion(release: Parameters<typeof releaseLabel>[0]): string {
  const label = releaseLabel(release)
  return DRAFT_VERSION.exec(label)?.[1] ?? label
}

/** The first seven characters of a commit or UUID. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_COMMIT)
}
