import { ApiError } from './errors.ts'

export interface ThirdPartyRequest {
  /** As named in messages: `The code host`. */
  who: string
  signal?: AbortSignal | undefined
  /** Timeout of a request. */
  timeoutMs: number
  headers?: Record<string, string>
}

/**
 * Sends a request to a third party; the session is never sent (docs/platform/hosts.md). Returns responses of any status.
 * Throws `ApiError` of kind `timeout` or `network` when there is none, and the signal's reason when aborted.
 */
export async function requestThirdParty(
  address: string,
  { who, signal, timeoutMs, ...init }: ThirdPartyRequest,
): Promise<Response> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(address, {
      ...init,
      credentials: 'omit',
      signal: AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]),
    })
    // The timeout includes the body.
    return new Response(await response.arrayBuffer(), response)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (timeout.signal.aborted) throw new ApiError('timeout', `${who} took too long`, { cause: error })
    throw new ApiError('network', `${who} could not be reached`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
