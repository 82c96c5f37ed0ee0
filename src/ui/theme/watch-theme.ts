/** The attributes of the page that choose its colours (`color-scheme.ts`). Others change often: each toast sets its height. */
const ATTRIBUTES = ['data-mantine-color-scheme', 'data-contrast']

/**
 * Calls the listener after the colours of the page have changed, for what style sheets do not reach, such as canvases. Returns a
 * function that stops it.
 */
export function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ATTRIBUTES })
  return () => observer.disconnect()
}
