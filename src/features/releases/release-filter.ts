import type { Filter } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { releasesWithText } from '@/domain/release/release-search.ts'
import { RUNNING_TIMEOUT_MS, type ShownReleaseStatus } from '@/domain/release/release-status.ts'
import type { ReleaseListState } from './release-list-state.ts'

type Release = Model['release']['Read']
export type ReleaseFilter = Filter<Release>

const looksLikeCommit = (text: string) => /^[0-9a-f]{4,40}$/.test(text)

/** Matches of the search, and commits that start with the text. */
function withText(text: string): ReleaseFilter {
  const part = text.toLowerCase()
  const found = releasesWithText(part)
  return looksLikeCommit(part) ? { $or: [found, { commit: { $startswith: part } }] } : found
}

/** Releases shown with a status. Builds without progress count as failed (docs/decisions/product-rules.md, 19). */
function withStatus(status: ShownReleaseStatus, now: number): ReleaseFilter {
  const silentSince = new Date(now - RUNNING_TIMEOUT_MS).toISOString()
  switch (status) {
    case 'succeeded':
      return { status: 'success', source: 'cloud' }
    case 'local':
      return { status: 'success', source: 'local' }
    case 'cancelled':
      return { status: 'cancelled' }
    case 'running':
      return { status: 'running', update_timestamp: { $ge: silentSince } }
    case 'failed':
      return {
        $or: [
          { status: { $in: ['failed', 'error', 'interrupted'] } },
          { status: 'running', update_timestamp: { $lt: silentSince } },
        ],
      }
  }
}

/**
 * The `$filter` of every request for the listed releases; all statuses unless one is selected
 * (docs/decisions/product-rules.md, 18).
 */
export function releaseFilter(
  fleetId: number,
  { text, status }: Pick<ReleaseListState, 'text' | 'status'>,
  now: number,
): ReleaseFilter {
  const others: ReleaseFilter[] = []
  if (status !== undefined) others.push(withStatus(status, now))
  if (text !== '') others.push(withText(text))
  return allOfFilters({ belongs_to__application: fleetId }, ...others)
}
