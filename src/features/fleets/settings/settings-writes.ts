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

/** Sets the device type of applications in one request. */
export const deviceTypeCall = (ids: readonly number[], type: number) =>
  dataRequest('patch', {
    resource: 'application',
    filter: `id in (${ids.join(',')})`,
    body: { is_for__device_type: type },
  })

/** Deletes applications in one request. */
export const deleteCall = (ids: readonly number[]) =>
  dataRequest('delete', { resource: 'application', filter: `id in (${ids.join(',')})` })

/** Gives up the own membership of an application. */
export const leaveCall = (membership: number) =>
  dataRequest('delete', { resource: 'user_application_membership', id: membership })

/** Sends a change that needs a read before it. */
export const applicationCalls = {
  async trackLatestRelease(id: number) {
    const latest = await latestRelease(id)
    const body = {
      should_track_latest_release: true,
      ...(latest === undefined ? {} : { should_be_running__release: latest }),
    }
    return sendRequest(api().data, changeCall(id, body))
  },
}
