import { ApiError, errorFromResponse } from './errors.ts'

/** Reads a JSON file next to the dashboard, without a token; undefined when there is none. Throws `ApiError` when it cannot be read. */
export async function readStaticFile(name: string, signal?: AbortSignal): Promise<unknown> {
  const address = new URL(`${import.meta.env.BASE_URL}${name}`, document.baseURI)
  let response: Response
  try {
    response = await fetch(address, { cache: 'no-cache', signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw new ApiError('network', 'The dashboard’s own server could not be reached', { cause: error })
  }
  // Many static servers respond to unknown paths with the application's page.
  const isPage = (response.headers.get('Content-Type') ?? '').includes('text/html')
  if (response.status === 404 || (response.ok && isPage)) return undefined
  if (!response.ok) throw await errorFromResponse(response)
  return response.json()
}
