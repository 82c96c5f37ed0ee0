// Stands in for `tldts` in the browser. MSW brings the whole public suffix list, 110 kB compressed, to keep cookies of
// one registrable domain from another's; the simulated cloud sets no cookies and has one domain.

/** The last two labels, which is right for every name the simulated cloud has. */
export function getDomain(hostname: string): string | null {
  const labels = hostname.split('.')
  return labels.length < 2 ? null : labels.slice(-2).join('.')
}

export function getPublicSuffix(hostname: string): string | null {
  return hostname.split('.').at(-1) ?? null
}

export function parse(hostname: string): { domain: string | null; publicSuffix: string | null } {
  return { domain: getDomain(hostname), publicSuffix: getPublicSuffix(hostname) }
}
