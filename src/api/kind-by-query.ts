import type { Http } from './http.ts'
import type { PlatformKind } from './platform-kind.ts'

/**
 * The kind of platform by how it answers a query: the open-source backend fails a query for a field that it lacks, and answers
 * the same query without it. Null if that is not conclusive.
 */
export async function kindByQuery(http: Http): Promise<PlatformKind | null> {
  const withField = await http.probeAsUser('/v7/device?$select=id,is_active&$top=1')
  if (withField?.status === 200) return 'hosted'
  if (withField?.status !== 500) return null
  const without = await http.probeAsUser('/v7/device?$select=id&$top=1')
  return without?.status === 200 ? 'open' : null
}
