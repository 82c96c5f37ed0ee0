import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Filter } from 'pinejs-client-core'
import { api } from '@/api/api.ts'
import { readPlace } from '@/api/list-page.ts'
import type { Model } from '@/api/model.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import * as poll from '@/domain/polling.ts'
import { releasesWithText } from './release-search.ts'

export const RELEASES_PER_PAGE = 50

export interface ReleaseSearch {
  fleetId: number
  /** Matches version, tag name or tag value. */
  text: string
  /** From 1. */
  page: number
  /** The current release. It stays in the list even if it is invalidated (docs/decisions/product-rules.md, 18). */
  kept: number | null
}

type ReleaseFilter = Filter<Model['release']['Read']>

function whichReleases({ fleetId, text, kept }: ReleaseSearch): ReleaseFilter {
  const valid: ReleaseFilter = { is_invalidated: false }
  const search = text.trim()
  return allOfFilters(
    { belongs_to__application: fleetId, status: 'success' },
    kept === null ? valid : { $or: [valid, { id: kept }] },
    ...(search === '' ? [] : [releasesWithText(search)]),
  )
}

async function readReleases(search: ReleaseSearch, signal: AbortSignal) {
  const $filter = whichReleases(search)
  const readRows = () =>
    readPlace(
      { resource: 'release', $filter, $orderby: [{ created_at: 'desc' }, { id: 'desc' }] },
      { from: (search.page - 1) * RELEASES_PER_PAGE, count: RELEASES_PER_PAGE },
      signal,
      (rows) =>
        api().data.query('release', signal, {
          $select: ['id', 'commit', 'raw_version', 'created_at', 'is_final', 'is_invalidated'],
          $expand: { release_tag: { $select: ['tag_key', 'value'] } },
          ...rows,
        }),
    )
  const readTotal = () => api().data.query('release', signal, { $count: { $filter } })
  const [releases, total] = await Promise.all([readRows(), readTotal()])
  return { releases, total }
}

/** One page of selectable releases, newest first, and their total number. */
export const releasePickerQuery = (search: ReleaseSearch) =>
  queryOptions({
    queryKey: ['release', 'picker', search],
    queryFn: ({ signal }) => readReleases(search, signal),
    refetchInterval: poll.releaseSelector,
    placeholderData: keepPreviousData,
  })

export type PickableRelease = Awaited<ReturnType<typeof readReleases>>['releases'][number]
