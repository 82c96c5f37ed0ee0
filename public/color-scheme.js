// Before the first paint: the kept colour scheme, so that a dark page never starts with a white flash.
;(function () {
  var kept = null
  try {
    kept = localStorage.getItem('flotilla:color-scheme')
  } catch {
    // Storage is refused: the system's scheme it is.
  }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
