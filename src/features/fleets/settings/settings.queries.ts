import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { foundOrThrow } from '@/api/not-found.ts'
import { withOwner } from '@/domain/fleet/fleet.queries.ts'
import { organizationsToManage, ownMembership } from '@/domain/organization/organization.queries.ts'
import * as poll from '@/domain/polling.ts'

async function readSettings(fleetId: number, signal: AbortSignal) {
  const user = api().session.claims()?.id ?? 0
  const fleet = await api().data.get({
    resource: 'application',
    id: fleetId,
    options: {
      $select: [
        'id',
        'app_name',
        'slug',
        'is_of__class',
        'is_public',
        'is_stored_at__repository_url',
        'is_accessible_by_support_until__date',
        'should_track_latest_release',
      ],
      $expand: {
        application_type: {
          $select: ['id', 'slug', 'name', 'is_legacy', 'supports_multicontainer'],
        },
        organization: { $select: ['id', 'name', 'handle'] },
        is_for__device_type: {
          $select: ['id', 'slug', 'name'],
          $expand: { is_of__cpu_architecture: { $select: ['id', 'slug'] } },
        },
        should_be_running__release: { $select: ['id', 'commit', 'raw_version'] },
        owns__device: { $count: {} },
        user_application_membership: {
          $select: ['id'],
          $filter: { user },
          $expand: { application_membership_role: { $select: ['name'] } },
        },
      },
    },
    passthrough: { signal },
  })
  return withOwner(foundOrThrow(fleet, 'fleet'))
}

/** The settings of a fleet, app or block. */
export const settingsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application', fleetId, 'settings'],
    queryFn: ({ signal }) => readSettings(fleetId, signal),
    refetchInterval: poll.fleetSettings,
  })

export type FleetSettings = Awaited<ReturnType<typeof readSettings>>

/** All application types. */
export const applicationTypesQuery = () =>
  queryOptions({
    queryKey: ['application_type'],
    queryFn: ({ signal }) =>
      api().data.query('application_type', signal, {
        $select: [
          'id',
          'slug',
          'name',
          'description',
          'is_legacy',
          'requires_payment',
          'supports_multicontainer',
          'needs__os_version_range',
        ],
        $orderby: { name: 'asc' },
      }),
  })

/** Device types of one CPU architecture: only these can be the default of a fleet. */
export const deviceTypesOfQuery = (architecture: number) =>
  queryOptions({
    queryKey: ['device_type', { architecture }],
    refetchInterval: poll.deviceTypes,
    queryFn: ({ signal }) =>
      api().data.query('device_type', signal, {
        $select: ['id', 'slug', 'name'],
        $filter: { is_of__cpu_architecture: architecture },
        $orderby: { name: 'asc' },
      }),
  })

/** Names of other applications of a class in an organization. */
export const namesQuery = (organization: number, fleetClass: 'fleet' | 'app' | 'block', except?: number) =>
  queryOptions({
    queryKey: ['application', 'names', { organization, fleetClass, except }],
    queryFn: async ({ signal }) => {
      const rows = await api().data.query('application', signal, {
        $select: ['id', 'app_name'],
        $filter: { organization, is_of__class: fleetClass },
      })
      return rows.filter(({ id }) => id !== except).map(({ app_name }) => app_name)
    },
  })

function readTransferOrganizations(name: string, fleetClass: 'fleet' | 'app' | 'block', signal: AbortSignal) {
  return api().data.query('organization', signal, {
    $select: ['id', 'name', 'handle'],
    $expand: {
      organization_membership: ownMembership(),
      application: {
        $select: ['id', 'app_name'],
        $filter: {
          is_of__class: fleetClass,
          $eq: [{ $tolower: { $: 'app_name' } }, name.toLowerCase()],
        },
        $expand: { owns__device: { $count: {} } },
      },
    },
    ...organizationsToManage(),
    $orderby: { name: 'asc' },
  })
}

/** The organizations of the user, with what determines whether an application can be transferred there. */
export const transferOrganizationsQuery = (name: string, fleetClass: 'fleet' | 'app' | 'block') =>
  queryOptions({
    queryKey: ['organization', 'transfer-targets', { name, fleetClass }],
    queryFn: ({ signal }) => readTransferOrganizations(name, fleetClass, signal),
  })
