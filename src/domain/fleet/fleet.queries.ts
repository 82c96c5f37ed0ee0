import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { foundOrThrow } from '@/api/not-found.ts'
import { paths } from '@/lib/paths.ts'
import { withoutSystemTags } from '../tags/system-tags.ts'
import * as poll from '@/domain/polling.ts'

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
      },
    },
    passthrough: { signal },
  })
  return withOwner(foundOrThrow(fleet, 'fleet'))
}

/** The same application, with something to call its organization where that cannot be seen. */
export function withOwner<Owner, Application extends { slug: string; organization: Owner[] }>(
  application: Application & { organization: Owner[] },
) {
  const [organization = unseenOwner(application.slug)] = application.organization
  return { ...application, organization: [organization] as const }
}

/** Stands for an organization that cannot be seen; no organization has it. */
const UNSEEN = 0

/** Strangers see a public fleet but not its organization, whose handle the slug begins with. */
function unseenOwner(slug: string) {
  const handle = slug.split('/')[0] ?? slug
  return { id: UNSEEN, name: handle, handle, is_frozen: false }
}

/** The fleet's organization as a crumb; one that cannot be seen leads nowhere. */
export function organizationCrumb({ organization: [{ id, name }] }: Pick<Fleet, 'organization'>) {
  return id === UNSEEN ? { label: name } : { label: name, to: paths.organization(id) }
}

/** One fleet, app or block with what its page shows. Throws `ApiError` of kind `not-found` when it cannot be seen. */
export const fleetQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application', fleetId],
    queryFn: ({ signal }) => readFleet(fleetId, signal),
    refetchInterval: poll.fleet,
  })

export type Fleet = Awaited<ReturnType<typeof readFleet>>
