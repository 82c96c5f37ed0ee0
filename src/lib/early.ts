declare global {
  // Made by `public/boot.js`.
  var flotillaEarly: Record<string, Promise<Response>> | undefined
  /** Whose early answers these are. */
  var flotillaEarlyToken: string | undefined
  var flotillaPreload: ((page: string) => void) | undefined
}

/** The answer to what was asked for before the scripts were there; taken once, so that a second try asks anew. */
export function takeEarly({ href }: URL): Promise<Response> | undefined {
  const answer = globalThis.flotillaEarly?.[href]
  if (answer !== undefined) delete globalThis.flotillaEarly?.[href]
  return answer
}

/** Fetches, and does not run yet, what a page that may come next begins with. Some browsers try nothing again that failed once. */
export function preloadPage(page: 'fleets' | 'fleet' | 'devices' | 'device'): void {
  if (navigator.onLine) globalThis.flotillaPreload?.(page)
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls it once, at the first sign of a hand: somebody is about to press something. Gives a way to stop waiting. */
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
