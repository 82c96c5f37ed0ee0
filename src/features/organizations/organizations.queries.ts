import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { fleetClasses, type FleetClass } from '@/domain/fleet-class.ts'
import { ownMembership } from '@/domain/organization.queries.ts'

/** Spec 3 §9: what belongs to an organization is read again from time to time. */
const ORGANIZATIONS_EVERY_MS = 30_000

const ofClass = (fleetClass: FleetClass) => ({ is_of__class: fleetClass, is_host: false })

const readOrganizations = (signal: AbortSignal) =>
  api().data.get({
    resource: 'organization',
    options: {
      $select: ['id', 'name', 'handle', 'is_frozen'],
      $expand: {
        organization_membership: ownMembership(),
        application: { $count: { $filter: ofClass('fleet') } },
      },
      $filter: {
        organization_membership: {
          $any: { $alias: 'om', $expr: { om: { user: api().session.claims()?.id ?? 0 } } },
        },
      },
      $orderby: { name: 'asc' },
    },
    passthrough: { signal },
  })

/** The organizations that the signed-in person belongs to, by name. */
export const organizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'own'],
    refetchInterval: ORGANIZATIONS_EVERY_MS,
    queryFn: ({ signal }) => readOrganizations(signal),
  })

export type ListedOrganization = Awaited<ReturnType<typeof readOrganizations>>[number]

/** How many of each an organization has, as far as the person sees them. */
export const organizationCountsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization', 'counts', { organization }],
    refetchInterval: ORGANIZATIONS_EVERY_MS,
    queryFn: async ({ signal }) => {
      const { data } = api()
      const passthrough = { signal }
      const [applications, members, teams] = await Promise.all([
        Promise.all(
          fleetClasses.map(async (fleetClass) => {
            const $filter = { organization, ...ofClass(fleetClass) }
            const count = await data.get({
              resource: 'application',
              options: { $count: { $filter } },
              passthrough,
            })
            return [fleetClass, count] as const
          }),
        ),
        data.get({
          resource: 'organization_membership',
          options: { $count: { $filter: { is_member_of__organization: organization } } },
          passthrough,
        }),
        data.get({
          resource: 'team',
          options: { $count: { $filter: { belongs_to__organization: organization } } },
          passthrough,
        }),
      ])
      return { applications: new Map<FleetClass, number>(applications), members, teams }
    },
  })

/** Everybody in an organization, with their role in it. */
export const organizationMembersQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization_membership', 'of', { organization }],
    refetchInterval: ORGANIZATIONS_EVERY_MS,
    queryFn: async ({ signal }) => {
      const rows = await api().data.get({
        resource: 'organization_membership',
        options: {
          $select: ['id'],
          $filter: { is_member_of__organization: organization },
          $expand: {
            user: { $select: ['username'] },
            organization_membership_role: { $select: ['name'] },
          },
        },
        passthrough: { signal },
      })
      return rows
        .map(({ id, user, organization_membership_role: [role] }) => ({
          id,
          name: user[0]?.username ?? '',
          role: role?.name,
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name))
    },
  })

/** The teams of an organization, by name, with how many are in each. */
export const organizationTeamsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['team', 'of', { organization }],
    refetchInterval: ORGANIZATIONS_EVERY_MS,
    queryFn: ({ signal }) =>
      api().data.get({
        resource: 'team',
        options: {
          $select: ['id', 'name'],
          $filter: { belongs_to__organization: organization },
          $expand: { team_membership: { $count: {} } },
          $orderby: { name: 'asc' },
        },
        passthrough: { signal },
      }),
  })
