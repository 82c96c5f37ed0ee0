const IPV4_LOOPBACK = /^127(?:\.\d{1,3}){3}$/

/** Whether a host name refers to this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || IPV4_LOOPBACK.test(hostname)
}

/**
 * The address at which the CLI listens, from the rest of the path, which may be encoded once or twice; null unless it
 * is plain HTTP on this machine (docs/decisions/product-rules.md, 12).
 */
export function cliTarget(rest: string, search = ''): string | null {
  let text = rest
  for (let round = 0; round < 2 && /%[0-9a-f]{2}/i.test(text) && !text.includes('://'); round++) {
    try {
      text = decodeURIComponent(text)
    } catch {
      return null
    }
  }
  // Some proxies merge the two slashes of an unencoded address.
  const address = text.replace(/^http:\/+/i, 'http://') + search
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' || url.username !== '' || url.password !== '') return null
  return isLoopback(url.hostname) ? url.href : null
}
