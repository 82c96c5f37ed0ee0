import { outsideScripts } from './outside-scripts.ts'

interface TrustedRules {
  createScriptURL: (address: string) => string | null
  createHTML: (text: string, type?: string, sink?: string) => string | null
}

declare global {
  interface Window {
    /** Not in every browser yet. */
    trustedTypes?: { createPolicy: (name: string, rules: TrustedRules) => unknown }
  }
}

/** A document made by it is only read: nothing in it runs. */
const READER = 'DOMParser parseFromString'

const allowed: readonly string[] = Object.values(outsideScripts).flat()

/** Whether a script, a worker or a service worker may come from there. */
export function mayRun(address: string, page: URL): boolean {
  if (!URL.canParse(address, page.href)) return false
  const { origin, href } = new URL(address, page.href)
  return origin === page.origin || allowed.some((start) => href.startsWith(start))
}

let cleaner: ((html: string) => string) | undefined

/** Before a script of another party runs, which may write HTML as text: what it writes is cleaned from now on. */
export async function cleanHtmlOfOthers(): Promise<void> {
  if (window.trustedTypes === undefined || cleaner !== undefined) return
  const { default: DOMPurify } = await import('dompurify')
  cleaner = (html) => DOMPurify.sanitize(html)
}

/**
 * Where the browser checks what is run (`require-trusted-types-for 'script'`), it asks this one policy about every text
 * that would become a script's address or HTML: only known places run, and no text becomes HTML unchecked.
 */
export function guardSinks(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (mayRun(address, new URL(window.location.href)) ? address : null),
    createHTML: (text, _type, sink) => (sink === READER ? text : (cleaner?.(text) ?? null)),
  })
}
