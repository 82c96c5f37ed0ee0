import { api } from '@/api/api.ts'
import { dataRequest, quoted, sendRequest, type Writable } from '@/api/data-request.ts'
import { isApiError } from '@/api/errors.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { LOCAL_MODE_VARIABLE } from './operation.ts'

/** Requests that change rows of devices, as they are shown and sent. */
export const deviceRequests = {
  rename: (id: number, name: string) =>
    dataRequest('patch', { resource: 'device', id, body: { device_name: name } }),
  setNote: (id: number, note: string) => dataRequest('patch', { resource: 'device', id, body: { note } }),
  /** Changes fields of several devices in one request. */
  change: (ids: readonly number[], body: Partial<Writable<'device'>>) =>
    dataRequest('patch', { resource: 'device', filter: `id in (${ids.join(',')})`, body }),
}

/** Sets local mode: the variable is created, or changed if the device has it already. */
export const localModeCalls = (device: number, value: '0' | '1') => ({
  create: dataRequest('post', {
    resource: 'device_config_variable',
    body: { device, name: LOCAL_MODE_VARIABLE, value },
  }),
  change: dataRequest('patch', {
    resource: 'device_config_variable',
    filter: `device eq ${device} and name eq ${quoted(LOCAL_MODE_VARIABLE)}`,
    body: { value },
  }),
})

const send = (call: PlatformCall) => sendRequest(api().data, call)

/** Sends changes of devices. */
export const deviceCalls = {
  send,
  rename: (id: number, name: string) => send(deviceRequests.rename(id, name)),
  setNote: (id: number, note: string) => send(deviceRequests.setNote(id, note)),
  change: (ids: readonly number[], body: Partial<Writable<'device'>>) =>
    send(deviceRequests.change(ids, body)),
  async setLocalMode(device: number, value: '0' | '1'): Promise<void> {
    const { create, change } = localModeCalls(device, value)
    try {
      await send(create)
    } catch (error) {
      if (!isApiError(error, 'conflict')) throw error
      await send(change)
    }
  },
}
