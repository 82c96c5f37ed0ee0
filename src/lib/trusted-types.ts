import { outsideScripts } from './outside-scripts.ts'

interface TrustedRules {
  createScriptURL: (address: string) => string | null
  createHTML: (text: string, type?: string, sink?: string) => string | null
}

declare global {
  interface Window {
    /** Not supported by all browsers yet. */
    trustedTypes?: { createPolicy: (name: string, rules: TrustedRules) => unknown }
  }
}

/** Parses a document without running anything in it. */
const READER = 'DOMParser parseFromString'

const allowed: readonly string[] = Object.values(outsideScripts).flat()

/** Whether a script, worker or service worker can be loaded from a URL. */
function mayRun(address: string, page: URL): boolean {
  if (!URL.canParse(address, page.href)) return false
  const { origin, href } = new URL(address, page.href)
  return origin === page.origin || allowed.some((start) => href.startsWith(start))
}

let cleaner: ((html: string) => string) | undefined

/** Call this before a third-party script runs that writes HTML: from now on its HTML is sanitized. */
export async function cleanHtmlOfOthers(): Promise<void> {
  if (window.trustedTypes === undefined || cleaner !== undefined) return
  const { default: DOMPurify } = await import('dompurify')
  cleaner = (html) => DOMPurify.sanitize(html)
}

/**
 * The trusted types policy (`require-trusted-types-for 'script'`), which checks every text used as a script URL or as
 * HTML: only known sources are allowed, and HTML is sanitized.
 */
export function guardSinks(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (mayRun(address, new URL(window.location.href)) ? address : null),
    createHTML: (text, _type, sink) => (sink === READER ? text : (cleaner?.(text) ?? null)),
  })
}
