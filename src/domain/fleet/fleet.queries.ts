import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { foundOrThrow } from '@/api/not-found.ts'
import * as poll from '@/domain/polling.ts'
import { withoutSystemTags } from '@/domain/tags/system-tags.ts'
import { paths } from '@/lib/paths.ts'

async function readFleet(fleetId: number, signal: AbortSignal) {
  const fleet = await api().data.get({
    resource: 'application',
    id: fleetId,
    options: {
      $select: [
        'id',
        'uuid',
        'app_name',
        'slug',
        'created_at',
        'is_of__class',
        'is_public',
        'should_track_latest_release',
        'is_accessible_by_support_until__date',
      ],
      $expand: {
        organization: { $select: ['id', 'name', 'handle', 'is_frozen'] },
        is_for__device_type: {
          $select: ['id', 'slug', 'name'],
          $expand: { is_of__cpu_architecture: { $select: ['slug'] } },
        },
        should_be_running__release: {
          $select: ['id', 'commit', 'raw_version', 'created_at', 'is_invalidated'],
        },
        application_tag: { $select: ['id', 'tag_key', 'value'], $filter: withoutSystemTags },
        owns__device: { $count: {} },
      },
    },
    passthrough: { signal },
  })
  return withOwner(foundOrThrow(fleet, 'fleet'))
}

/** The application, with a name for its organization if that is not visible. */
export function withOwner<Owner, Application extends { slug: string; organization: Owner[] }>(
  application: Application & { organization: Owner[] },
) {
  const [organization = unseenOwner(application.slug)] = application.organization
  return { ...application, organization: [organization] as const }
}

/** Placeholder id for an organization that is not visible. */
const UNSEEN = 0

/** Users without access see a public fleet but not its organization; its handle is the first part of the slug. */
function unseenOwner(slug: string) {
  const handle = slug.split('/')[0] ?? slug
  return { id: UNSEEN, name: handle, handle, is_frozen: false }
}

/** The breadcrumb of the organization; without a link if it is not visible. */
export function organizationCrumb({ organization: [{ id, name }] }: Pick<Fleet, 'organization'>) {
  return id === UNSEEN ? { label: name } : { label: name, to: paths.organization(id) }
}

/** A fleet, app or block with the data of its page. Throws `ApiError` of kind `not-found` when it is not visible. */
export const fleetQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application', fleetId],
    queryFn: ({ signal }) => readFleet(fleetId, signal),
    refetchInterval: poll.fleet,
  })

export type Fleet = Awaited<ReturnType<typeof readFleet>>
