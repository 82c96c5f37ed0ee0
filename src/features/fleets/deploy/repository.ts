/** A public project on the code host. */
export interface Repository {
  owner: string
  name: string
  /** As its address names one; null for the one that the project itself prefers. */
  branch: string | null
}

const HOST = 'github.com'
const NAME = /^[A-Za-z0-9_.-]+$/

/** The parts of an address below a host; undefined when it leads elsewhere. */
function partsOf(address: string, ...hosts: readonly string[]): string[] | undefined {
  const full = /^https?:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(full)) return undefined
  const { hostname, pathname } = new URL(full)
  if (!hosts.includes(hostname.replace(/^www\./, ''))) return undefined
  return pathname.split('/').filter(Boolean)
}

function repositoryOf(
  owner: string | undefined,
  name: string | undefined,
  branch: string | null,
): Repository | undefined {
  const project = name?.replace(/\.git$/, '')
  if (owner === undefined || project === undefined || !NAME.test(owner) || !NAME.test(project))
    return undefined
  return { owner, name: project, branch }
}

/**
 * The repository at an address: the page of a project or of one of its branches, or what git clones from. Undefined for
 * every other address: only public repositories of the code host are accepted.
 */
export function repositoryAt(address: string): Repository | undefined {
  const web = address.trim().replace(/^git@github\.com:/, `${HOST}/`)
  const [owner, name, kind, ...rest] = partsOf(web, HOST) ?? []
  if (kind === undefined) return repositoryOf(owner, name, null)
  return kind === 'tree' && rest.length > 0 ? repositoryOf(owner, name, rest.join('/')) : undefined
}

/** The repository whose source a tarball holds; undefined for every other address. */
export function repositoryOfTarball(address: string): Repository | undefined {
  const parts = partsOf(address.trim(), HOST, 'codeload.github.com') ?? []
  const [owner, name, kind, ...rest] = parts
  const branch = rest
    .join('/')
    .replace(/^refs\/heads\//, '')
    .replace(/\.tar\.gz$/, '')
  const isTarball = kind === 'archive' ? rest.at(-1)?.endsWith('.tar.gz') : kind === 'tar.gz'
  return isTarball && branch !== '' ? repositoryOf(owner, name, branch) : undefined
}

/** What of a file the code host serves by itself: the page of a file leads to the file. Undefined elsewhere. */
export function publicFileAt(address: string): string | undefined {
  const text = address.trim()
  const raw = partsOf(text, 'raw.githubusercontent.com')
  if (raw !== undefined)
    return raw.length > 3 ? `https://raw.githubusercontent.com/${raw.join('/')}` : undefined
  const [owner, name, kind, ...rest] = partsOf(text, HOST) ?? []
  if (owner === undefined || name === undefined || rest.length < 2) return undefined
  return kind === 'blob' || kind === 'raw'
    ? `https://raw.githubusercontent.com/${[owner, name, ...rest].join('/')}`
    : undefined
}

/** Where a project keeps its contract. */
export const contractOf = ({ owner, name }: Repository, branch: string) =>
  `https://raw.githubusercontent.com/${owner}/${name}/${branch.split('/').map(encodeURIComponent).join('/')}/balena.yml`

/** Where the source of a branch can be fetched as one file. */
export const tarballOf = ({ owner, name }: Repository, branch: string) =>
  `https://${HOST}/${owner}/${name}/archive/${branch}.tar.gz`

/** What git clones from. */
export const cloneAddressOf = ({ owner, name }: Repository) => `https://${HOST}/${owner}/${name}.git`

/** The page of a project. */
export const projectPage = ({ owner, name }: Repository) => `https://${HOST}/${owner}/${name}`
