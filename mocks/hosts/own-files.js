// Inserted before MSW's service worker script. Files of our own server are not announced to the page, which would take a third of
// the load time. If the user has saved a copy of the dashboard for offline use (`src/control-panel/offline/offline-copy.ts`), it is
// used where the network is missing.
;(() => {
  const { scope } = registration
  const PREFIX = `flotilla-offline ${scope} `
  /** Stored last: a copy without it is not complete. */
  const COMPLETE = new URL('offline-copy-complete', scope).href
  /** How long the network may take to answer before the copy is used. */
  const PATIENCE_MS = 5_000
  /** Such a name contains a hash of the content, so the copy's file is the server's. */
  const HASHED = /\/assets\/[^/]+-[\w-]{8}\.\w+$/

  /** The complete copy; null if there is none. */
  let copy = null
  let isKnown = false
  let search = lookForCopy()

  /** Only the latest search says what there is: an earlier one may end later. */
  function lookForCopy() {
    const own = findCopy().then((found) => {
      if (search !== own) return search
      copy = found
      isKnown = true
    })
    return own
  }

  async function findCopy() {
    let found = null
    try {
      const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
      for (const name of names.toSorted()) {
        const cache = await caches.open(name)
        if ((await cache.match(COMPLETE)) !== undefined) found = cache
      }
    } catch {
      // Without storage there is no copy.
    }
    return found
  }

  // The page has saved or deleted a copy.
  addEventListener('message', (event) => {
    if (event.data !== 'flotilla-offline-copy') return
    event.stopImmediatePropagation()
    search = lookForCopy()
    event.waitUntil(search.then(() => event.ports[0]?.postMessage('done')))
  })

  addEventListener('fetch', (event) => {
    const { request } = event
    if (new URL(request.url).origin !== location.origin) return
    event.stopImmediatePropagation()
    if (request.method !== 'GET' || !request.url.startsWith(scope)) return
    if (isKnown && copy === null) return
    event.respondWith(search.then(() => (copy === null ? fetch(request) : answer(request, copy))))
  })

  /** A page, the configuration and the build time always come from the network first, so that a newer build is noticed. */
  async function answer(request, cache) {
    const isPage = request.mode === 'navigate'
    const kept = await cache.match(isPage ? scope : request.url, { ignoreSearch: true, ignoreVary: true })
    if (kept === undefined) return fetch(request)
    if (HASHED.test(new URL(request.url).pathname)) return kept
    const late = new Promise((resolve) => void setTimeout(resolve, PATIENCE_MS, kept))
    return Promise.race([fetch(request), late]).catch(() => kept)
  }
})()
