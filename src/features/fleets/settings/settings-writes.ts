import { api } from '@/api/api.ts'
import { dataRequest, sendRequest } from '@/api/data-request.ts'
import type { Model } from '@/api/model.ts'

type Change = Partial<Model['application']['Write']>

/** The request that changes fields of an application. */
export const changeCall = (id: number, body: Change) =>
  dataRequest('patch', { resource: 'application', id, body })

/** The latest release that a fleet can track: final, successful and valid. */
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

/** Requests on applications besides field changes. */
export const applicationCalls = {
  setDeviceType: (ids: readonly number[], type: number) =>
    api().data.patch({
      resource: 'application',
      options: { $filter: { id: { $in: [...ids] } } },
      body: { is_for__device_type: type },
    }),
  async trackLatestRelease(id: number) {
    const latest = await latestRelease(id)
    const body = {
      should_track_latest_release: true,
      ...(latest === undefined ? {} : { should_be_running__release: latest }),
    }
    return sendRequest(api().data, changeCall(id, body))
  },
  /** Deletes applications in one request. */
  remove: (ids: readonly number[]) =>
    api().data.delete({ resource: 'application', options: { $filter: { id: { $in: [...ids] } } } }),
  leave: (membership: number) =>
    api().data.delete({ resource: 'user_application_membership', id: membership }),
}
