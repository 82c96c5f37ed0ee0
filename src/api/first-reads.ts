/**
 * Stores the first reads of a page, which `public/boot.js` repeats at its next load, before the scripts have arrived, so
 * that data and code load in parallel. Only addresses are stored, no responses; the token is read from its usual place.
 * Live mode only, because a simulated platform needs the scripts to respond.
 */
const KEY = 'flotilla:first-reads'

const MAX_PAGES = 10
/** Browsers send six requests at a time over HTTP/1.1; more would delay the files of the page. */
const MAX_READS = 6
const LONGEST = 3_000
/** A query that contains the current time is different at the next load. */
const NAMES_A_TIME = /\d{4}-\d\d-\d\dT/

interface Kept {
  apiUrl: string
  /** The storage key of this platform's token. */
  tokenKey: string
  /** The addresses of the first reads, in order, by path and query of the page. The last page was loaded last. */
  pages: Record<string, string[]>
}

let reads: string[] | null = null

/** Records a read of the page that is loading. */
export function noteRead({ href }: URL): void {
  if (reads === null || reads.length >= MAX_READS || href.length > LONGEST || NAMES_A_TIME.test(href)) return
  if (!reads.includes(href)) reads.push(href)
}

/**
 * Records reads until the page is loaded. The returned function stores them, unless the page has been left, and discards
 * unused early responses, which would be out of date later.
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
    const pages = Object.fromEntries([...Object.entries(others).slice(1 - MAX_PAGES), [page, noted]])
    write({ apiUrl, tokenKey, pages })
  }
}

/** Deletes the stored addresses, so that the next user cannot see them. */
export function forgetFirstReads(): void {
  reads = null
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage, nothing is stored.
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
    // Without storage, or if it is full, the next load sends its reads when its scripts have arrived.
  }
}
