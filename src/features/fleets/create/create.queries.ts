import { queryOptions } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import {
  organizationRole,
  ownMembership,
  organizationsToManage,
} from '@/domain/organization/organization.queries.ts'
import * as poll from '@/domain/polling.ts'

const readManaged = (signal: AbortSignal) =>
  api().data.query('organization', signal, {
    $select: ['id', 'name', 'handle'],
    $expand: { organization_membership: ownMembership() },
    ...organizationsToManage(),
    $orderby: { name: 'asc' },
  })

/** The organizations that the user administers: applications can only be created in these. */
export const administeredOrganizationsQuery = () =>
  queryOptions({
    queryKey: ['organization', 'administered', { user: api().session.claims()?.id ?? 0 }],
    refetchInterval: poll.organization,
    queryFn: ({ signal }) => readManaged(signal),
    select: (organizations) =>
      organizations.filter((organization) => organizationRole(organization) === 'administrator'),
  })

export interface CreatableType {
  id: number
  slug: string
  name: string
  /** Whether no OS is published for it any more. */
  isDiscontinued: boolean
}

interface TypeRow {
  id: number
  slug: string
  name: string
  is_default_for__application?: readonly {
    is_archived: boolean
    owns__release?: readonly unknown[]
  }[]
}

/** A device type without a supported OS release is discontinued. */
export function creatableType({
  id,
  slug,
  name,
  is_default_for__application: apps = [],
}: TypeRow): CreatableType {
  const isSupported = apps.some((app) => !app.is_archived && (app.owns__release ?? []).length > 0)
  // If the platform publishes no OS releases at all, no type counts as discontinued.
  return { id, slug, name, isDiscontinued: offers('osCatalogue') && !isSupported }
}

/** All device types, and whether an OS is available for them. */
export const creatableTypesQuery = queryOptions({
  queryKey: ['device_type', 'creatable'],
  refetchInterval: poll.deviceTypes,
  queryFn: async ({ signal }): Promise<CreatableType[]> => {
    const rows = await api().data.query('device_type', signal, {
      $select: ['id', 'slug', 'name', 'logo'],
      $expand: {
        is_of__cpu_architecture: { $select: ['slug'] },
        is_default_for__application: {
          $select: ['id', 'slug', 'is_archived'],
          $filter: { is_host: true },
          $expand: {
            owns__release: {
              $top: 1,
              $select: ['id'],
              $filter: { status: 'success', is_final: true, is_invalidated: false },
            },
          },
        },
      },
      $orderby: { name: 'asc' },
    })
    return rows.map(creatableType)
  },
})

export interface NewApplication {
  name: string
  organization: number
  deviceType: number
  fleetClass: FleetClass
}

/** Creates a fleet, app or block; sent by `createApplication`. */
export const createApplicationCall = ({ name, organization, deviceType, fleetClass }: NewApplication) =>
  dataRequest('post', {
    resource: 'application',
    body: {
      app_name: name,
      is_for__device_type: deviceType,
      organization,
      is_of__class: fleetClass,
    },
  })

/** Creates an application and returns its id; undefined if the response has none. */
export async function createApplication(application: NewApplication): Promise<number | undefined> {
  const row = (await sendRequest(api().data, createApplicationCall(application))) as { id?: unknown }
  return typeof row.id === 'number' ? row.id : undefined
}
