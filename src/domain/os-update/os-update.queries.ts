import { queryOptions } from '@tanstack/react-query'
import type { Filter } from 'pinejs-client-core'
import { actionCalls, actionsService } from '@/api/actions.ts'
import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import { Failure } from '@/api/error-message.ts'
import type { Model } from '@/api/model.ts'
import * as poll from '@/domain/polling.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { osReleasesOf, type OsUpdateDevice } from './os-update.ts'
import type { SupervisorRelease, SupervisorUpdateDevice } from './supervisor-update.ts'

/** Versions are published rarely and therefore cached. */
const OS_VERSIONS_STALE_MS = 10 * 60_000

/** The fields of a device that both kinds of updates need, including updates in progress. */
export type SystemDevice = OsUpdateDevice &
  SupervisorUpdateDevice & {
    isFrozen: boolean
    /** Fully provisioned; others cannot be updated. */
    isProvisioned: boolean
    provisioningProgress: number | null
    provisioningState: string | null
    /** The requested supervisor version, if any. */
    supervisorTarget: string | null
  }

/** Devices with the fields needed for updates. */
export async function readSystemDevices(
  options: {
    $filter: Filter<Model['device']['Read']>
    $orderby: { id: 'asc' } | { device_name: 'asc' }
    $top?: number
  },
  signal: AbortSignal,
): Promise<SystemDevice[]> {
  const rows = await api().data.query('device', signal, {
    $select: [
      'id',
      'uuid',
      'device_name',
      'is_connected_to_vpn',
      'is_frozen',
      'overall_status',
      'os_version',
      'os_variant',
      'supervisor_version',
      'provisioning_progress',
      'provisioning_state',
    ],
    $expand: {
      is_of__device_type: {
        $select: ['slug'],
        $expand: { is_of__cpu_architecture: { $select: ['slug'] } },
      },
      should_be_managed_by__release: { $select: ['raw_version'] },
    },
    ...options,
  })
  return rows.map((row) => {
    const type = row.is_of__device_type[0]
    return {
      id: row.id,
      uuid: row.uuid,
      device_name: row.device_name,
      online: row.is_connected_to_vpn,
      isFrozen: row.is_frozen,
      isProvisioned: row.overall_status !== 'post-provisioning',
      deviceType: type?.slug ?? '',
      architecture: type?.is_of__cpu_architecture[0]?.slug ?? '',
      osVersion: row.os_version,
      osVariant: row.os_variant,
      supervisorVersion: row.supervisor_version,
      supervisorTarget: row.should_be_managed_by__release[0]?.raw_version ?? null,
      provisioningProgress: row.provisioning_progress,
      provisioningState: row.provisioning_state,
    }
  })
}

/** The selected devices by id, sorted by name. */
export const systemDevicesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['device', { systemOf: ids }],
    refetchInterval: poll.osUpdateDevices,
    queryFn: ({ signal }) =>
      readSystemDevices({ $filter: { id: { $in: [...ids] } }, $orderby: { device_name: 'asc' } }, signal),
  })

/** All published OS versions for some device types (docs/platform/data-api.md, docs/platform/operating-systems.md). */
export const osVersionsQuery = (deviceTypes: readonly string[]) => {
  const types = [...new Set(deviceTypes)].toSorted()
  return queryOptions({
    queryKey: ['os-versions', { deviceTypes: types }],
    staleTime: OS_VERSIONS_STALE_MS,
    gcTime: OS_VERSIONS_STALE_MS,
    queryFn: async ({ signal }) =>
      osReleasesOf(
        await api().data.query('application', signal, {
          $select: ['id'],
          $expand: {
            application_tag: { $select: ['tag_key', 'value'] },
            is_for__device_type: { $select: ['slug'] },
            owns__release: {
              $select: ['id', 'known_issue_list', 'raw_version', 'variant', 'phase'],
              $expand: { release_tag: { $select: ['tag_key', 'value'] } },
              $filter: { is_final: true, is_invalidated: false, status: 'success' },
            },
          },
          $filter: {
            is_host: true,
            is_for__device_type: {
              $any: {
                $alias: 'dt',
                $expr: { dt: { slug: { $in: types } } },
              },
            },
          },
        }),
      ),
  })
}

/** Published supervisors for some architectures, newest first, from the public supervisor fleets (docs/platform/data-api.md). */
export const supervisorReleasesQuery = (architectures: readonly string[]) => {
  const sorted = [...new Set(architectures)].toSorted()
  return queryOptions({
    queryKey: ['supervisor-releases', { architectures: sorted }],
    staleTime: OS_VERSIONS_STALE_MS,
    queryFn: async ({ signal }): Promise<SupervisorRelease[]> => {
      const lists = await Promise.all(
        sorted.map(async (architecture) =>
          (await readSupervisors(architecture, signal)).map((release) => ({
            id: release.id,
            version: release.raw_version,
            architecture,
          })),
        ),
      )
      return lists.flat()
    },
  })
}

const readSupervisors = (architecture: string, signal: AbortSignal) =>
  api().data.query('release', signal, {
    $select: ['id', 'raw_version', 'known_issue_list'],
    $filter: {
      status: 'success',
      is_final: true,
      is_invalidated: false,
      semver_major: { $gt: 0 },
      belongs_to__application: {
        $any: {
          $alias: 'a',
          $expr: {
            $and: [
              { a: { slug: { $startswith: 'balena_os/' } } },
              { a: { slug: { $endswith: '-supervisor' } } },
            ],
            a: {
              is_public: true,
              is_host: false,
              is_for__device_type: {
                $any: {
                  $alias: 'dt',
                  $expr: {
                    dt: {
                      is_of__cpu_architecture: {
                        $any: { $alias: 'c', $expr: { c: { slug: architecture } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    $orderby: [
      { semver_major: 'desc' },
      { semver_minor: 'desc' },
      { semver_patch: 'desc' },
      { revision: 'desc' },
    ],
  })

/** Starts the OS update of a device. Throws unless the device accepts it. */
export async function startOsUpdate(device: OsUpdateDevice, version: string): Promise<void> {
  const { status } = await actionsService().send(
    actionCalls.startOsUpdate(device.uuid, osTarget(device, version)),
  )
  if (status !== 'triggered') throw new Failure(osUpdateText.cannotStart)
}

/** The version in the format of the actions service, with the device's variant. */
export function osTarget({ osVariant }: Pick<OsUpdateDevice, 'osVariant'>, version: string): string {
  return osVariant === null ? version : `${version}.${osVariant}`
}

/** Sets the supervisor release of devices, which download and start it by themselves. */
export const supervisorReleaseCall = (ids: readonly number[], release: number) =>
  dataRequest('patch', {
    resource: 'device',
    filter: `id in (${ids.join(',')})`,
    body: { should_be_managed_by__release: release },
  })

export const setSupervisorRelease = (ids: readonly number[], release: number) =>
  sendRequest(api().data, supervisorReleaseCall(ids, release))
