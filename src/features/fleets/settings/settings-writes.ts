import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'

type Change = Partial<Model['application']['Write']>

const change = (id: number, body: Change) => api().data.patch({ resource: 'application', id, body })

/** The newest release that a fleet can track: final, successful and valid. */
async function latestRelease(fleetId: number): Promise<number | undefined> {
  const [latest] = await api().data.get({
    resource: 'release',
    options: {
      $select: ['id'],
      $top: 1,
      $filter: {
        belongs_to__application: fleetId,
        status: 'success',
        is_final: true,
        is_invalidated: false,
      },
      $orderby: { created_at: 'desc' },
    },
  })
  return latest?.id
}

/** The application calls of the platform's SDK, by its names. */
export const applicationCalls = {
  rename: (id: number, name: string) => change(id, { app_name: name }),
  setDeviceType: (ids: readonly number[], type: number) =>
    api().data.patch({
      resource: 'application',
      options: { $filter: { id: { $in: [...ids] } } },
      body: { is_for__device_type: type },
    }),
  setType: (id: number, type: number) => change(id, { application_type: type }),
  async trackLatestRelease(id: number) {
    const latest = await latestRelease(id)
    return change(id, {
      should_track_latest_release: true,
      ...(latest === undefined ? {} : { should_be_running__release: latest }),
    })
  },
  pinToRelease: (id: number, release: number) =>
    change(id, { should_be_running__release: release, should_track_latest_release: false }),
  grantSupportAccess: (id: number, until: number) =>
    change(id, { is_accessible_by_support_until__date: until }),
  revokeSupportAccess: (id: number) => change(id, { is_accessible_by_support_until__date: null }),
  /** An empty address is stored as null. */
  setRepositoryUrl: (id: number, url: string) =>
    change(id, { is_stored_at__repository_url: url === '' ? null : url }),
  setPublic: (id: number, isPublic: boolean) => change(id, { is_public: isPublic }),
  transfer: (id: number, organization: number) => change(id, { organization }),
  /** Deletes one or many in one request. */
  remove: (ids: readonly number[]) =>
    api().data.delete({ resource: 'application', options: { $filter: { id: { $in: [...ids] } } } }),
  leave: (membership: number) =>
    api().data.delete({ resource: 'user_application_membership', id: membership }),
}
