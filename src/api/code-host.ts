import { encodedPart } from '@/lib/query-string.ts'
import { answerText } from '@/messages/common/answers.ts'
import { ApiError, errorFromResponse } from './errors.ts'
import { requestThirdParty } from './third-party.ts'

/** The public code host. The session is never sent there (docs/platform/hosts.md), so only public data is returned. */
const API = 'https://api.github.com'

export interface CodeRepository {
  description: string | null
  defaultBranch: string
  isPrivate: boolean
}

export interface CodeHostOptions {
  signal?: AbortSignal | undefined
  /** Timeout of a request. */
  timeoutMs: number
}

/**
 * A repository by owner and name. Throws `ApiError`: `not-found` when there is no public one, `rate-limited` after too
 * many requests, `timeout` and `network` when there is no response.
 */
export async function readRepository(
  { owner, name }: { owner: string; name: string },
  options: CodeHostOptions,
): Promise<CodeRepository> {
  const path = [owner, name].map(encodedPart).join('/')
  const response = await ask(`${API}/repos/${path}`, options)
  if (!response.ok) throw await errorFrom(response)
  const found: unknown = await response.json()
  if (typeof found !== 'object' || found === null) throw new ApiError('server', UNREADABLE)
  const { default_branch: defaultBranch, private: isPrivate, description } = found as Record<string, unknown>
  if (typeof defaultBranch !== 'string') throw new ApiError('server', UNREADABLE)
  return {
    defaultBranch,
    isPrivate: isPrivate === true,
    description: typeof description === 'string' ? description : null,
  }
}

/** The names of the public repositories of an owner. Throws like `readRepository`. */
export async function readRepositoryNames(owner: string, options: CodeHostOptions): Promise<string[]> {
  const response = await ask(`${API}/users/${encodedPart(owner)}/repos`, options)
  if (!response.ok) throw await errorFrom(response)
  return textsOf(await response.json(), 'full_name')
}

/** The text of a file in a public repository; undefined when there is none. Throws like `readRepository`. */
export async function readPublicFile(address: string, options: CodeHostOptions): Promise<string | undefined> {
  const response = await ask(address, options)
  if (response.status === 404) return undefined
  if (!response.ok) throw await errorFrom(response)
  return response.text()
}

/** The public SSH keys of a user. Throws like `readRepository`. */
export async function readPublicKeys(login: string, options: CodeHostOptions): Promise<string[]> {
  const response = await ask(`${API}/users/${encodedPart(login)}/keys`, options)
  if (!response.ok) throw await errorFrom(response)
  return textsOf(await response.json(), 'key')
}

/** Usernames that contain the text, best first. Throws like `readRepository`. */
export async function findLogins(text: string, options: CodeHostOptions): Promise<string[]> {
  const query = new URLSearchParams({ q: `${text} in:login`, per_page: String(MAX_LOGINS) })
  const response = await ask(`${API}/search/users?${query}`, options)
  if (!response.ok) throw await errorFrom(response)
  const found: unknown = await response.json()
  return textsOf(typeof found === 'object' && found !== null && 'items' in found ? found.items : [], 'login')
}

const MAX_LOGINS = 8

/** One field of each row of a response. */
function textsOf(rows: unknown, field: string): string[] {
  if (!Array.isArray(rows)) throw new ApiError('server', UNREADABLE)
  return rows
    .map((row: unknown): unknown =>
      typeof row === 'object' && row !== null ? Reflect.get(row, field) : null,
    )
    .filter((text) => typeof text === 'string')
}

const UNREADABLE = answerText.unreadableOf(answerText.sites.codeHost)

const ask = (address: string, options: CodeHostOptions) =>
  requestThirdParty(address, { who: answerText.sites.codeHost, ...options })

/** Without a session, the code host limits requests by IP address, with status 403. */
async function errorFrom(response: Response): Promise<ApiError> {
  const isTooMuch = response.headers.get('X-RateLimit-Remaining') === '0' || response.status === 429
  const error = await errorFromResponse(response)
  return isTooMuch ? new ApiError('rate-limited', error.message, { status: response.status }) : error
}
