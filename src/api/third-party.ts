import { ApiError } from './errors.ts'

export interface ThirdPartyRequest {
  /** As messages call it: `The code host`. */
  who: string
  signal?: AbortSignal | undefined
  /** How long an answer may take. */
  timeoutMs: number
  headers?: Record<string, string>
}

/**
 * Asks somebody else than the platform; the session is never sent there (docs/platform/hosts.md). Answers of every status. Throws
 * `ApiError` of kind `timeout` or `network` when there is none, and the signal's reason when aborted.
 */
export async function askThirdParty(
  address: string,
  { who, signal, timeoutMs, ...init }: ThirdPartyRequest,
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const response = await fetch(address, {
      ...init,
      credentials: 'omit',
      signal: AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]),
    })
    // The body counts: what trickles in is as late as what never comes.
    return new Response(await response.arrayBuffer(), response)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (late.signal.aborted) throw new ApiError('timeout', `${who} took too long`, { cause: error })
    throw new ApiError('network', `${who} could not be reached`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
