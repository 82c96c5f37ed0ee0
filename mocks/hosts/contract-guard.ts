import { createRequestValidator } from '../base/contract/request-validator.ts'
import { createValidator } from '../base/contract/validator.ts'

export interface GuardOptions {
  /** The hosts that the contract covers; requests to others are ignored. */
  urls: readonly string[]
  fetch?: typeof fetch
  /** Receives contract violations; default: the console. */
  report?: (message: string) => void
}

/** Streams and large files are skipped: only bodies that can be read at once are checked. Redirect responses are opaque to pages. */
const isReadable = ({ headers, type }: Response) =>
  type !== 'opaqueredirect' &&
  /^(?:application\/json|text\/)/.test(headers.get('content-type') ?? 'text/none')

/**
 * A `fetch` for development that validates each request and response against the contract and reports violations. It
 * changes and delays nothing, and is not part of a build.
 */
export function guardedFetch({ urls, ...options }: GuardOptions): typeof fetch {
  // Looked up for each request, because the simulated cloud replaces it.
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const report = options.report ?? ((message: string) => console.error(message))
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const requests = createRequestValidator()
  const answers = createValidator()

  async function check(request: Request, response: Response | null): Promise<void> {
    const problems = [
      ...(await requests.check(request)),
      ...(response === null ? [] : await answers.check(request, response)),
    ]
    if (problems.length === 0) return
    const { pathname, search } = new URL(request.url)
    const address = decodeURIComponent(pathname + search)
    report(`${request.method} ${address} is not as the contract says:\n${[...new Set(problems)].join('\n')}`)
  }

  return async (input, init) => {
    const request = new Request(input, init)
    if (!origins.has(new URL(request.url).origin)) return send(request)
    const sent = request.clone()
    const response = await send(request)
    // The caller may cancel while the body is read; that is not a violation.
    check(sent, isReadable(response) ? response.clone() : null).catch(() => {})
    return response
  }
}
