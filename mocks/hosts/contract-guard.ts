import { createRequestValidator } from '../contract/request-validator.ts'
import { createValidator } from '../contract/validator.ts'

export interface GuardOptions {
  /** The hosts that the contract is about; requests to others pass unseen. */
  urls: readonly string[]
  fetch?: typeof fetch
  /** Hears what broke the contract; the console when left out. */
  report?: (message: string) => void
}

/** Streams go on, files are large: only what can be read at once is looked at. Of a redirect nothing is told to a page. */
const isReadable = ({ headers, type }: Response) =>
  type !== 'opaqueredirect' &&
  /^(?:application\/json|text\/)/.test(headers.get('content-type') ?? 'text/none')

/**
 * A `fetch` for development that holds each request and each answer against the contract and tells of what is not as it
 * says. It changes and delays nothing. A build has none of it.
 */
export function guardedFetch({ urls, ...options }: GuardOptions): typeof fetch {
  // Looked up with each request: the simulated cloud puts its own in place.
  const send = options.fetch ?? ((request: Request) => fetch(request))
  const report = options.report ?? ((message: string) => console.error(message))
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const requests = createRequestValidator()
  const answers = createValidator()

  async function look(request: Request, response: Response | null): Promise<void> {
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
    // Whoever asked may go away while the body is on its way; then there is nothing to say.
    look(sent, isReadable(response) ? response.clone() : null).catch(() => {})
    return response
  }
}
