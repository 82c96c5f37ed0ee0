/**
 * What a page reads first when it is loaded is kept, and asked again by `public/boot.js` at its next load, before the
 * scripts have come: the data then travel beside the code. Only addresses are kept, never an answer; the token is read
 * from where it is kept anyway. Live mode only: a simulated platform needs the scripts to answer at all.
 */
const KEY = 'flotilla:first-reads'

const MOST_PAGES = 10
/** More than a browser sends at a time over HTTP/1.1 would stand before the files of the page. */
const MOST_READS = 6
const LONGEST = 3_000
/** A question about a moment is another one the next time. */
const NAMES_A_MOMENT = /\d{4}-\d\d-\d\dT/

interface Kept {
  apiUrl: string
  /** Under which name the token of this platform is kept. */
  tokenKey: string
  /** By path and search: the addresses that were read first, in order. The last one was loaded last. */
  pages: Record<string, string[]>
}

let reads: string[] | null = null

/** Notes a read of the page that is being loaded. */
export function noteRead({ href }: URL): void {
  if (reads === null || reads.length >= MOST_READS || href.length > LONGEST || NAMES_A_MOMENT.test(href))
    return
  if (!reads.includes(href)) reads.push(href)
}

/**
 * Listens to what is read until the page is there. What is given back keeps it, unless the page led elsewhere meanwhile, and
 * drops the early answers that nobody took: later they would be out of date.
 */
export function watchFirstReads(apiUrl: string, tokenKey: string): () => void {
  const page = pageOf(location)
  reads = []
  return () => {
    const noted = reads ?? []
    reads = null
    delete globalThis.flotillaEarly
    if (noted.length === 0 || page !== pageOf(location)) return
    const { [page]: _before, ...others } = keptPages(apiUrl)
    const pages = Object.fromEntries([...Object.entries(others).slice(1 - MOST_PAGES), [page, noted]])
    write({ apiUrl, tokenKey, pages })
  }
}

/** Which pages somebody looked at is nobody else's business. */
export function forgetFirstReads(): void {
  reads = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Where storage is refused nothing is kept.
  }
}

const pageOf = ({ pathname, search }: Location) => pathname + search

function keptPages(apiUrl: string): Kept['pages'] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isKept(kept) && kept.apiUrl === apiUrl ? kept.pages : {}
  } catch {
    return {}
  }
}

const isKept = (kept: unknown): kept is Kept =>
  typeof kept === 'object' &&
  kept !== null &&
  'apiUrl' in kept &&
  'pages' in kept &&
  typeof kept.pages === 'object' &&
  kept.pages !== null

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full or refused: the next load asks when its scripts are there.
  }
}
