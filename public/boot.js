// Runs before the first paint and before all other scripts: applies the stored colour scheme, so that a dark page does not
// flash white, then requests the configuration, the kind of platform and the files of this page.
;(function () {
  var script = document.currentScript
  // The build moves this file into the folder of hashed files.
  var base = new URL(script.dataset.base ?? '.', script.src)

  function kept(read) {
    try {
      return read(localStorage)
    } catch {
      // Without storage, or if its content is invalid: the system's colour scheme, and no user.
      return null
    }
  }

  var scheme = kept((storage) => storage.getItem('flotilla:color-scheme'))
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (scheme === 'contrast' || matchMedia('(prefers-contrast: more)').matches)
    document.documentElement.setAttribute('data-contrast', 'more')

  // Each response is used once, by `src/lib/early.ts`.
  var early = (window.flotillaEarly = {})
  var asked = []
  function ask(url, options) {
    if (asked.includes(url.href)) return Promise.reject(new Error('Asked already'))
    asked.push(url.href)
    early[url.href] = fetch(url, options)
    return early[url.href]
  }
  function askPlatform(address, headers, most) {
    ask(address, {
      headers: { 'X-Balena-Client': known.client, ...headers },
      signal: AbortSignal.timeout(most),
    })
      // The code that uses the response reports the error and retries.
      .catch(() => {})
  }

  // Written by the build (`scripts/page-files.ts`): the files of each page and the name of this client.
  var meta = document.querySelector('meta[name="page-files"]')
  var known = meta === null ? { files: [], pages: [] } : JSON.parse(meta.content)
  // The names of files that scripts load later (`scripts/stable-names.ts`), with the hashes of this build.
  var runFirst = (known.runFirst ?? '').split(' ')
  var later = new Map()
  for (var each of (known.hashes ?? '').split(' ')) {
    var [name, hash, first = ''] = each.split(':')
    later.set(name, { hash, first: first === '' ? [] : first.split('.').map((nth) => runFirst[nth]) })
  }
  window.flotillaFile = (name) => name.replace(/(?:~\d+)?(\.\w+)$/, `-${later.get(name).hash}$1`)
  // Runs a script after those from which it reads. All of them are being loaded already.
  window.flotillaImport = (name) => {
    var run = (file) => import(new URL(`assets/${flotillaFile(file)}`, base).href)
    var done = Promise.resolve()
    for (const file of later.get(name).first) done = done.then(() => run(file))
    return done.then(() => run(name))
  }
  var load = (window.flotillaPreload = (name) => {
    var page = known.pages.find((each) => each.name === name)
    known.pages = known.pages.filter((each) => each !== page)
    for (var at of page === undefined ? [] : page.files) {
      var link = document.createElement('link')
      var isStyle = known.files[at].endsWith('.css')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      link.crossOrigin = ''
      link.href = new URL(known.files[at], base).href
      document.head.append(link)
    }
  })

  var path = location.pathname.slice(base.pathname.length - 1)
  var isSignedIn = kept((storage) => Object.keys(storage).some((key) => /^flotilla:.*:token$/.test(key)))
  var wanted = known.pages.find((page) => page.path !== undefined && new RegExp(page.path).test(path))
  if (wanted !== undefined) load(isSignedIn || !wanted.isBehindSignIn ? wanted.name : 'sign-in')

  // The first reads of this page at its last load, as stored by `src/api/first-reads.ts`.
  kept((storage) => {
    var first = JSON.parse(storage.getItem('flotilla:first-reads'))
    var token = first === null ? null : storage.getItem(first.tokenKey)
    if (token === null || known.client === undefined) return
    window.flotillaEarlyToken = token
    askPlatform(new URL('/config', first.apiUrl), {}, 30_000)
    for (var address of first.pages[location.pathname + location.search] ?? []) {
      // The token is sent only to that platform.
      if (address.startsWith(new URL('/', first.apiUrl).href))
        askPlatform(new URL(address), { Authorization: `Bearer ${token}` }, 59_000)
    }
  })

  ask(new URL('config.json', base), { cache: 'no-store', headers: { accept: 'application/json' } })
    .then((answer) => answer.clone().json())
    .then((config) => {
      if (config.mode === 'simulated') load('simulation')
      // With an invalid configuration, no platform is contacted.
      var isUsual = Object.keys(config).every((key) => known.liveKeys?.includes(key))
      if (config.mode !== 'live' || !isUsual || !/^https?:/.test(config.apiUrl)) return
      askPlatform(new URL('/config', config.apiUrl), {}, 30_000)
    })
    // The code that uses the response reports the error.
    .catch(() => {})

  // If the first script does not come, the page says so instead of staying empty. `main.tsx` replaces this text too.
  function sayMissing() {
    var picture = document.querySelector('#root > svg')
    if (picture === null) return
    var text = document.createElement('p')
    text.setAttribute('role', 'alert')
    text.textContent =
      'A part of the dashboard could not be loaded. Check your connection. There may also be a new version. '
    text.style.cssText = 'max-width: 60ch; margin: 20vh auto 0; padding: 0 20px; font: 1rem/1.5 sans-serif'
    var again = document.createElement('a')
    again.href = location.href
    again.textContent = 'Refresh'
    again.onclick = function () {
      location.reload()
      return false
    }
    text.append(again)
    picture.replaceWith(text)
  }
  addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement && event.target.type === 'module') sayMissing()
    },
    true,
  )
  // A development server may still be compiling; then the page has no list of files.
  if (meta !== null) setTimeout(sayMissing, 30_000)
})()
