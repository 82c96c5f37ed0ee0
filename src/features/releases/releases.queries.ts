import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest, type Writable } from '@/api/data-request.ts'
import { readPlace } from '@/api/list-page.ts'
import { configText, platformConfigQuery } from '@/domain/platform/platform-config.queries.ts'
import * as poll from '@/domain/polling.ts'
import { releaseFilter } from './release-filter.ts'
import type { ReleaseListState } from './release-list-state.ts'

export const RELEASES_PER_PAGE = 50

async function readReleases(fleetId: number, state: ReleaseListState, signal: AbortSignal) {
  const from = (state.page - 1) * RELEASES_PER_PAGE
  const $filter = releaseFilter(fleetId, state, api().now())
  const list = { resource: 'release', $filter, $orderby: [{ created_at: 'desc' }, { id: 'desc' }] } as const
  const releases = await readPlace(list, { from, count: RELEASES_PER_PAGE }, signal, (rows) =>
    api().data.query('release', signal, {
      $select: [
        'id',
        'commit',
        'raw_version',
        'status',
        'source',
        'is_final',
        'is_invalidated',
        'created_at',
        'update_timestamp',
      ],
      $expand: {
        release_tag: { $select: ['tag_key', 'value'], $orderby: { tag_key: 'asc' } },
        is_created_by__user: { $select: ['id', 'username'] },
        is_running_on__device: { $count: {} },
        is_pinned_to__device: { $select: ['id'], $top: 1 },
        should_be_running_on__application: { $select: ['id'] },
      },
      ...rows,
    }),
  )
  // An incomplete first page already contains the total.
  const total =
    from === 0 && releases.length < RELEASES_PER_PAGE
      ? releases.length
      : await api().data.query('release', signal, { $count: { $filter } })
  return { releases, total }
}

/** One page of the releases of a fleet, newest first, with any status (docs/decisions/product-rules.md, 18). */
export const releaseListQuery = (fleetId: number, { text, status, page }: ReleaseListState) => {
  const state = { text, status, page }
  return queryOptions({
    queryKey: ['release', 'list', { fleetId, ...state }],
    queryFn: ({ signal }) => readReleases(fleetId, state, signal),
    refetchInterval: poll.releases,
  })
}

export type ListedRelease = Awaited<ReturnType<typeof readReleases>>['releases'][number]

const readRelease = (releaseId: number, signal: AbortSignal) =>
  api().data.get({
    resource: 'release',
    id: releaseId,
    options: {
      $select: [
        'id',
        'commit',
        'raw_version',
        'semver',
        'status',
        'source',
        'created_at',
        'start_timestamp',
        'update_timestamp',
        'end_timestamp',
        'is_final',
        'is_finalized_at__date',
        'is_invalidated',
        'invalidation_reason',
        'known_issue_list',
        'note',
        'composition',
        'contract',
      ],
      $expand: {
        belongs_to__application: { $select: ['id'] },
        release_tag: { $select: ['tag_key', 'value'], $orderby: { tag_key: 'asc' } },
        is_created_by__user: { $select: ['id', 'username'] },
        is_running_on__device: { $count: {} },
        is_pinned_to__device: { $count: {} },
        should_be_running_on__application: { $select: ['id'] },
        release_image: {
          $select: ['id'],
          $expand: {
            image: {
              $select: [
                'id',
                'status',
                'image_size',
                'project_type',
                'is_stored_at__image_location',
                'error_message',
                'start_timestamp',
                'end_timestamp',
                'push_timestamp',
              ],
              $expand: { is_a_build_of__service: { $select: ['id', 'service_name'] } },
            },
          },
        },
      },
    },
    passthrough: { signal },
  })

export type Release = NonNullable<Awaited<ReturnType<typeof readRelease>>>
export type ReleaseImage = Release['release_image'][number]['image'][0]

/** A release without build logs and Dockerfiles; null if it does not exist or is not visible to the user. */
export const releaseQuery = (releaseId: number) =>
  queryOptions({
    queryKey: ['release', 'one', { releaseId }],
    queryFn: async ({ signal }) => (await readRelease(releaseId, signal)) ?? null,
    refetchInterval: poll.releases,
  })

/** The build log and Dockerfile of an image; refetched during the build. */
export const buildQuery = (imageId: number) =>
  queryOptions({
    queryKey: ['image', 'build', { imageId }],
    queryFn: async ({ signal }) =>
      (await api().data.get({
        resource: 'image',
        id: imageId,
        options: { $select: ['id', 'status', 'build_log', 'dockerfile', 'error_message'] },
        passthrough: { signal },
      })) ?? null,
    staleTime: ({ state }) => (isBeingBuilt(state.data) ? 0 : Infinity),
    refetchInterval: ({ state }) => (isBeingBuilt(state.data) ? poll.buildLog : false),
  })

const isBeingBuilt = (image: { status: string } | null | undefined) => image?.status === 'running'

/** Slugs and names of all device types. */
export const deviceTypesQuery = queryOptions({
  queryKey: ['device_type', 'names'],
  queryFn: ({ signal }) =>
    api().data.query('device_type', signal, { $select: ['slug', 'name'], $orderby: { name: 'asc' } }),
  refetchInterval: poll.deviceTypes,
})

/** Git server and user name for pushing; the server is null if the platform does not accept pushes. */
export const gitRemoteQuery = queryOptions({
  queryKey: ['git-remote'],
  staleTime: Infinity,
  queryFn: async ({ client, signal }): Promise<{ server: string | null; username: string }> => {
    const [config, { username }] = await Promise.all([
      client.ensureQueryData(platformConfigQuery()),
      api().session.whoAmI(signal),
    ])
    return { server: configText(config, 'gitServerUrl') || null, username }
  },
})

const changeCall = (id: number, body: Partial<Writable<'release'>>) =>
  dataRequest('patch', { resource: 'release', id, body })

/** Changes of releases, as they are shown and sent. */
export const releaseCalls = {
  version: (id: number, semver: string) => changeCall(id, { semver }),
  finalize: (id: number) => changeCall(id, { is_final: true }),
  cancel: (id: number, at: string) =>
    dataRequest('patch', {
      resource: 'release',
      id,
      filter: "status ne 'success'",
      body: { status: 'cancelled', end_timestamp: at },
    }),
  setInvalidated: (id: number, invalidated: boolean, reason = '') =>
    changeCall(id, {
      is_invalidated: invalidated,
      ...(reason === '' ? {} : { invalidation_reason: reason }),
    }),
  remove: (ids: readonly number[]) =>
    dataRequest('delete', { resource: 'release', filter: `id in (${ids.join(',')})` }),
}

export const setVersion = (id: number, semver: string) =>
  sendRequest(api().data, releaseCalls.version(id, semver))

export const finalizeRelease = (id: number) => sendRequest(api().data, releaseCalls.finalize(id))

/** Cancels a build unless it has succeeded in the meantime. */
export const cancelBuild = (id: number, at: string) => sendRequest(api().data, releaseCalls.cancel(id, at))

/** Invalidates a release with an optional reason, or makes it valid again. */
export const setInvalidated = (id: number, invalidated: boolean, reason?: string) =>
  sendRequest(api().data, releaseCalls.setInvalidated(id, invalidated, reason))

export const saveNote = (id: number, note: string) =>
  api().data.patch({ resource: 'release', id, body: { note: note === '' ? null : note } })

export const saveKnownIssues = (id: number, issues: string) =>
  api().data.patch({ resource: 'release', id, body: { known_issue_list: issues === '' ? null : issues } })

/** Deletes releases in one request. */
export const deleteReleases = (ids: readonly number[]) => sendRequest(api().data, releaseCalls.remove(ids))
