import type { PlatformCall } from '@/lib/equivalent-command.ts'
import { answerText } from '@/messages/common/answers.ts'
import { api } from './api.ts'
import { ApiError } from './errors.ts'
import type { SupervisorState } from './model.ts'
import { serviceRequest, type ServiceClient } from './service-client.ts'

/** Timeout of calls that wait for a container (docs/platform/http.md). */
const SERVICE_ACTION_TIMEOUT_MS = 50_000

export type ServiceAction = 'start-service' | 'stop-service' | 'restart-service'

/** A device with its fleet, for calls that name both. */
interface DeviceOfFleet {
  deviceId: number
  appId: number
}

/** Calls to the supervisor of a device through the platform's proxy, as they are shown and sent. */
export const supervisorCalls = {
  identify: (uuid: string) => serviceRequest('post', '/supervisor/v1/blink', { body: { uuid } }),
  /** Restarts all services of the fleet on the device. */
  restartServices: ({ deviceId, appId }: DeviceOfFleet) =>
    serviceRequest('post', '/supervisor/v1/restart', { body: { deviceId, appId, data: { appId } } }),
  purge: ({ deviceId, appId }: DeviceOfFleet) =>
    serviceRequest('post', '/supervisor/v1/purge', { body: { deviceId, appId, data: { appId } } }),
  reboot: (deviceId: number, force = false) =>
    serviceRequest('post', '/supervisor/v1/reboot', { body: { deviceId, data: { force } } }),
  shutdown: ({ deviceId, appId }: DeviceOfFleet, force = false) =>
    serviceRequest('post', '/supervisor/v1/shutdown', { body: { deviceId, appId, data: { force } } }),
  /** Starts, stops or restarts one service, named by its image. */
  service: (
    action: ServiceAction,
    { deviceId, appId, imageId }: DeviceOfFleet & { imageId: number },
    force = false,
  ) =>
    serviceRequest('post', `/supervisor/v2/applications/{appId}/${action}`, {
      path: { appId },
      body: { deviceId, appId, data: { appId, imageId, ...(force && { force }) } },
    }),
}

const isEmptyList = (text: string) => /^\s*\[\s*\]\s*$/.test(text)

/**
 * A platform can know a device as connected that none of its VPN servers reaches: then it answers for several devices, of which there
 * are none (docs/platform/hosted-and-open.md).
 */
const notReached = () => new ApiError('not-found', answerText.notConnected, { status: 207 })

/** Sends calls to the supervisor of a device. All throw `ApiError`, of kind `locked` if an update lock is held. */
export function supervisor(services: ServiceClient = api().services) {
  const send = async (call: PlatformCall, transport?: { timeoutMs: number }): Promise<void> => {
    const { status, text } = await services.sendForReply(call, transport)
    if (status === 207 && isEmptyList(text)) throw notReached()
  }
  return {
    /** The state reported by the supervisor (docs/platform/device-protocol.md). */
    async state(uuid: string, signal?: AbortSignal): Promise<SupervisorState> {
      const body = { uuid, method: 'GET' } as const
      const state = await services.json('post', '/supervisor/v1/device', { body, signal })
      if (Array.isArray(state)) {
        throw state.length === 0 ? notReached() : new ApiError('server', answerText.manyDevices)
      }
      return state
    },
    /** One of `supervisorCalls`. */
    send: (call: PlatformCall) => send(call),
    /** The same for a call on one service, which waits for its container. */
    sendToService: (call: PlatformCall) => send(call, { timeoutMs: SERVICE_ACTION_TIMEOUT_MS }),
  }
}
