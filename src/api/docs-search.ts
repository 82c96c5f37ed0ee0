import { compareCodeUnits } from '@/lib/format.ts'
import type { DocsSearch } from '@/lib/third-parties.ts'
import { answerText } from '@/messages/common/answers.ts'
import { ApiError, errorFromResponse } from './errors.ts'
import { requestThirdParty } from './third-party.ts'

const TIMEOUT_MS = 10_000
const MAX_FOUND = 5
const WHO = answerText.sites.documentation

/** A section of a documentation page. */
export interface DocsPage {
  url: string
  title: string
  /** Its parent headings, outermost first. */
  trail: readonly string[]
}

/** Searches the documentation, best matches first. Throws `ApiError`. */
export async function searchDocs(
  { url, appId, apiKey }: DocsSearch,
  text: string,
  signal?: AbortSignal,
): Promise<DocsPage[]> {
  const query = new URLSearchParams({
    query: text,
    hitsPerPage: String(MAX_FOUND),
    attributesToRetrieve: 'hierarchy,url',
  })
  const response = await requestThirdParty(`${url}?${query}`, {
    who: WHO,
    signal,
    timeoutMs: TIMEOUT_MS,
    headers: { 'x-algolia-application-id': appId, 'x-algolia-api-key': apiKey },
  })
  if (!response.ok) throw await errorFromResponse(response)
  const found: unknown = await response.json().catch(() => null)
  const hits = typeof found === 'object' && found !== null && 'hits' in found ? found.hits : undefined
  if (!Array.isArray(hits)) throw new ApiError('server', answerText.unreadableOf(WHO))
  return hits.flatMap(pageOf)
}

/** Headings of a hit are named `lvl0` to `lvl6`; missing ones are null. */
function pageOf(hit: unknown): DocsPage[] {
  if (typeof hit !== 'object' || hit === null || !('url' in hit) || !('hierarchy' in hit)) return []
  const { url, hierarchy } = hit
  if (typeof url !== 'string' || !/^https?:/.test(url)) return []
  const headings = Object.entries(hierarchy ?? {})
    .filter((entry): entry is [string, string] => /^lvl\d$/.test(entry[0]) && typeof entry[1] === 'string')
    .toSorted(([a], [b]) => compareCodeUnits(a, b))
    .map(([, heading]) => heading)
  const title = headings.at(-1)
  return title === undefined ? [] : [{ url, title, trail: headings.slice(0, -1) }]
}
