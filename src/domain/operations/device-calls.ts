import { api } from '@/api/api.ts'
import { isApiError } from '@/api/errors.ts'
import type { Model } from '@/api/model.ts'
import { LOCAL_MODE_VARIABLE } from './operation.ts'

async function setLocalMode(device: number, value: '0' | '1'): Promise<void> {
  const name = LOCAL_MODE_VARIABLE
  try {
    await api().data.post({ resource: 'device_config_variable', body: { device, name, value } })
  } catch (error) {
    if (!isApiError(error, 'conflict')) throw error
    await api().data.patch({
      resource: 'device_config_variable',
      options: { $filter: { device, name } },
      body: { value },
    })
  }
}

/** The fleet of a device for supervisor calls; operations on devices without one are ruled out before. */
const appOf = (device: { belongs_to__application: readonly { id: number }[] }): number => {
  const [fleet] = device.belongs_to__application
  if (fleet === undefined) throw new Error('A device without a fleet has no services')
  return fleet.id
}

type InFleet = { id: number; belongs_to__application: readonly { id: number }[] }

/** Device calls, named as in the platform's SDK. */
export const deviceCalls = {
  identify: (uuid: string) => api().supervisor.identify(uuid),
  restartApplication: (device: InFleet) => api().supervisor.restartServices(device.id, appOf(device)),
  purge: (device: InFleet) => api().supervisor.purge(device.id, appOf(device)),
  reboot: (id: number, force?: boolean) => api().supervisor.reboot(id, force),
  shutdown: (device: InFleet, force?: boolean) => api().supervisor.shutdown(device.id, appOf(device), force),
  rename: (id: number, name: string) =>
    api().data.patch({ resource: 'device', id, body: { device_name: name } }),
  setNote: (id: number, note: string) => api().data.patch({ resource: 'device', id, body: { note } }),
  /** Changes fields of several devices in one request. */
  change: (ids: readonly number[], body: Partial<Model['device']['Write']>) =>
    api().data.patch({ resource: 'device', options: { $filter: { id: { $in: [...ids] } } }, body }),
  enableLocalMode: (id: number) => setLocalMode(id, '1'),
  disableLocalMode: (id: number) => setLocalMode(id, '0'),
  remove: (ids: readonly number[]) =>
    api().data.delete({ resource: 'device', options: { $filter: { id: { $in: [...ids] } } } }),
}
