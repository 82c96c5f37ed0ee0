declare global {
  // Created by `public/boot.js`.
  var flotillaEarly: Record<string, Promise<Response>> | undefined
  /** The mode and platform of the early responses. */
  var flotillaEarlyToken: string | undefined
  var flotillaPreload: ((page: string) => void) | undefined
}

/** The response to a request that was sent before the scripts were loaded; can be taken once, so that a retry sends a new request. */
export function takeEarly({ href }: URL): Promise<Response> | undefined {
  const answer = globalThis.flotillaEarly?.[href]
  if (answer !== undefined) delete globalThis.flotillaEarly?.[href]
  return answer
}

/** Preloads the chunks of a page that may come next, without running them. Some browsers never retry a failed module. */
export function preloadPage(page: 'fleets' | 'fleet' | 'devices' | 'device'): void {
  if (navigator.onLine) globalThis.flotillaPreload?.(page)
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls the function once, at the first pointer or key event. Returns a function that cancels. */
export function atFirstSign(prepare: () => void): () => void {
  const stop = () => {
    for (const sign of SIGNS) document.removeEventListener(sign, answer)
  }
  const answer = () => {
    stop()
    prepare()
  }
  for (const sign of SIGNS) document.addEventListener(sign, answer, { passive: true })
  return stop
}
