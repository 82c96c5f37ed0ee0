import type { Condition, DeviceQuery, ResolvedQuery, VersionList } from './device-query.ts'
import { fieldInfo, isOrder, type VersionField } from './query-fields.ts'

/** `6.0.9`, `v6.1`, `balenaOS 6.0.24+rev1`, `14.10.10_logs`. */
export const looksLikeVersion = (text: string): boolean =>
  /^(?:[a-z]+\s+)?v?\d{1,9}(?:\.\d{1,9}){0,2}(?:[-+._][\w.+-]*)?$/i.test(text.trim())

/** A whole version without the name of the system, which the platform stores in front of it. */
const isBareVersion = (text: string) => /^\d+\.\d+\.\d+/.test(text)

const isVersionField = (field: Condition['of']['field']): field is VersionField =>
  fieldInfo(field).kind === 'version'

/** The versions that the devices of a list have. */
export type ReadVersions = (field: VersionField) => Promise<readonly string[]>

/**
 * The query with a list of the versions in use instead of each comparison of versions: the platform compares them as texts,
 * to which 6.0.9 is after 6.0.13. Reads versions only if there are such comparisons.
 */
export function resolveVersions(query: DeviceQuery, read: ReadVersions): Promise<ResolvedQuery>
export function resolveVersions(
  query: DeviceQuery | undefined,
  read: ReadVersions,
): Promise<ResolvedQuery | undefined>
export async function resolveVersions(
  query: DeviceQuery | undefined,
  read: ReadVersions,
): Promise<ResolvedQuery | undefined> {
  switch (query?.kind) {
    case undefined:
    case 'text':
      return query
    case 'condition':
      return resolveCondition(query, read)
    case 'not':
      return { kind: 'not', term: await resolveVersions(query.term, read) }
    case 'and':
    case 'or': {
      const terms: ResolvedQuery[] = []
      for (const term of query.terms) terms.push(await resolveVersions(term, read))
      return { kind: query.kind, terms }
    }
  }
}

async function resolveCondition(condition: Condition, read: ReadVersions): Promise<ResolvedQuery> {
  const { of, operator, values } = condition
  const { field } = of
  if (!isVersionField(field)) return condition
  const listed = async (matches: (version: string) => boolean): Promise<VersionList> => ({
    kind: 'versions',
    field,
    versions: (await read(field)).filter(matches),
  })
  if (isOrder(operator)) {
    const { isInOrder } = await import('./version-order.ts')
    return listed((version) => isInOrder(version, operator, values[0] ?? ''))
  }
  const isEqual = operator === '=' || operator === '!=' || operator === 'in' || operator === 'not in'
  // Supervisors report the bare version, so that the platform finds it as a text.
  if (!isEqual || field === 'supervisor' || !values.some(isBareVersion)) return condition
  const { isSameVersion } = await import('./version-order.ts')
  const found = await listed((version) =>
    values.some((value) => version === value || (isBareVersion(value) && isSameVersion(version, value))),
  )
  return operator === '=' || operator === 'in' ? found : { kind: 'not', term: found }
}
