/** The redirect address of an application with this query; null unless it is http(s). */
export function oauthReturn(redirectUri: string, query: Record<string, string | null>): string | null {
  if (!URL.canParse(redirectUri)) return null
  const url = new URL(redirectUri)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
