import { encodedPart } from '@/lib/query-string.ts'
/** A public repository on GitHub. */
export interface Repository {
  owner: string
  name: string
  /** The branch in the address; null for the default branch. */
  branch: string | null
}

const HOST = 'github.com'
const NAME = /^[A-Za-z0-9_.-]+$/

/** The path segments of a URL on one of the hosts; undefined on other hosts. */
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
 * The repository at an address: the page of a repository or branch, or a clone URL. Undefined for other addresses,
 * because only public GitHub repositories are accepted.
 */
export function repositoryAt(address: string): Repository | undefined {
  const web = address.trim().replace(/^git@github\.com:/, `${HOST}/`)
  const [owner, name, kind, ...rest] = partsOf(web, HOST) ?? []
  if (kind === undefined) return repositoryOf(owner, name, null)
  return kind === 'tree' && rest.length > 0 ? repositoryOf(owner, name, rest.join('/')) : undefined
}

/** The repository of a tarball URL; undefined for other addresses. */
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

/** The raw URL of a file: the page of a file is converted. Undefined for other addresses. */
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

/** A branch as part of a path; its slashes stay. */
const inPath = (branch: string) => branch.split('/').map(encodedPart).join('/')

/** URL of the contract of a branch. */
export const contractOf = ({ owner, name }: Repository, branch: string) =>
  `https://raw.githubusercontent.com/${owner}/${name}/${inPath(branch)}/balena.yml`

/** URL of the source archive of a branch. */
export const tarballOf = ({ owner, name }: Repository, branch: string) =>
  `https://${HOST}/${owner}/${name}/archive/${inPath(branch)}.tar.gz`

/** URL for `git clone`. */
export const cloneAddressOf = ({ owner, name }: Repository) => `https://${HOST}/${owner}/${name}.git`

/** URL of the repository page. */
export const projectPage = ({ owner, name }: Repository) => `https://${HOST}/${owner}/${name}`
