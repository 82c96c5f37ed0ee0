/** Where an application wants the person back, with what it is told; null unless that is a page of the web. */
export function oauthReturn(redirectUri: string, query: Record<string, string | null>): string | null {
  if (!URL.canParse(redirectUri)) return null
  const url = new URL(redirectUri)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
