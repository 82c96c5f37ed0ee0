import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { needsAttention } from '@/domain/device/device-issues.ts'
import { fleetClasses, type FleetClass } from '@/domain/fleet/fleet-class.ts'
import { organizationsToManage, ownMembership } from '@/domain/organization/organization.queries.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'

const ofClass = (fleetClass: FleetClass) => ({ is_of__class: fleetClass, is_host: false })

const readOrganizations = (signal: AbortSignal) =>
  api().data.query('organization', signal, {
    $select: ['id', 'name', 'handle', 'is_frozen'],
    $expand: {
      organization_membership: ownMembership(),
      application: { $count: { $filter: ofClass('fleet') } },
    },
    ...organizationsToManage(),
    $orderby: { name: 'asc' },
  })

/** The organizations that the user can work in, by name. */
export const organizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'own'],
    refetchInterval: poll.people,
    queryFn: ({ signal }) => readOrganizations(signal),
  })

export type ListedOrganization = Awaited<ReturnType<typeof readOrganizations>>[number]

/** The numbers of applications, members and teams of an organization that the user can see. */
export const organizationCountsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization', 'counts', { organization }],
    refetchInterval: poll.people,
    queryFn: async ({ signal }) => {
      const { data } = api()
      const [applications, members, teams] = await Promise.all([
        Promise.all(
          fleetClasses.map(async (fleetClass) => {
            const $filter = { organization, ...ofClass(fleetClass) }
            const count = await data.query('application', signal, { $count: { $filter } })
            return [fleetClass, count] as const
          }),
        ),
        data.query('organization_membership', signal, {
          $count: { $filter: { is_member_of__organization: organization } },
        }),
        data.query('team', signal, { $count: { $filter: { belongs_to__organization: organization } } }),
      ])
      return { applications: new Map<FleetClass, number>(applications), members, teams }
    },
  })

const readFleetsByAttention = (organization: number, signal: AbortSignal) =>
  api().data.query('application', signal, {
    $select: ['id', 'app_name'],
    $filter: { organization, ...ofClass('fleet') },
    $expand: { owns__device: { $count: { $filter: needsAttention(api().now()) } } },
    $orderby: { app_name: 'asc' },
  })

/** The fleets of an organization, each with its number of devices that need attention, most first. One request. */
export const fleetsByAttentionQuery = (organization: number) =>
  queryOptions({
    queryKey: ['device', 'counts', 'attention', { organization }],
    ...paced(poll.statusCounts, async ({ signal }) => {
      const fleets = await readFleetsByAttention(organization, signal)
      return fleets
        .map(({ id, app_name, owns__device }) => ({ id, name: app_name, count: owns__device }))
        .toSorted((a, b) => b.count - a.count)
    }),
  })

async function readAdministrators(organizations: readonly number[], signal: AbortSignal) {
  const rows = await api().data.query('organization_membership', signal, {
    $select: ['id'],
    $filter: {
      is_member_of__organization: { $in: [...organizations] },
      organization_membership_role: { $any: { $alias: 'r', $expr: { r: { name: 'administrator' } } } },
    },
    $expand: { is_member_of__organization: { $select: ['id'] } },
  })
  return new Map(
    organizations.map((organization) => [
      organization,
      rows.filter(({ is_member_of__organization: [of] }) => of.id === organization).map(({ id }) => id),
    ]),
  )
}

/** The administrators' membership ids of each organization. */
export const administratorsQuery = (organizations: readonly number[]) =>
  queryOptions({
    queryKey: ['organization_membership', 'administrators', { organizations }],
    // Keeps the data of the other organizations when one is created or left.
    placeholderData: keepPreviousData,
    refetchInterval: poll.people,
    queryFn:
      organizations.length === 0 ? skipToken : ({ signal }) => readAdministrators(organizations, signal),
  })

async function readDetails(organization: number, signal: AbortSignal) {
  const details = await api().data.get({
    resource: 'organization',
    id: organization,
    options: { $select: ['id', 'created_at', 'logo_image'] },
    passthrough: { signal },
  })
  return { created: details?.created_at ?? null, logo: details?.logo_image?.href ?? null }
}

/** Details that only the organization's page shows. */
export const organizationDetailsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization', 'details', { organization }],
    refetchInterval: poll.people,
    queryFn: ({ signal }) => readDetails(organization, signal),
  })
