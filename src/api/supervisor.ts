import type { Http } from './http.ts'
import type { SupervisorState } from './model.ts'

/** Calls that wait for a container may take this long (docs/platform/http.md). */
const SERVICE_ACTION_TIMEOUT_MS = 50_000

export type ServiceAction = 'start-service' | 'stop-service' | 'restart-service'

interface ProxyBody {
  uuid?: string
  deviceId?: number
  appId?: number
  method?: 'GET'
  data?: Record<string, unknown>
}

/** Calls to the device's own supervisor through the platform's proxy. All throw `ApiError`; a held update lock has kind `locked`. */
export function createSupervisor(http: Http) {
  async function call(
    path: string,
    body: ProxyBody,
    timeoutMs?: number,
    signal?: AbortSignal,
  ): Promise<Response> {
    return http.request(`/supervisor/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const done = async (response: Promise<Response>) => {
    await (await response).body?.cancel()
  }

  return {
    /** What the device's supervisor says it is doing (docs/platform/device-protocol.md). */
    async state(uuid: string, signal?: AbortSignal): Promise<SupervisorState> {
      const response = await call('v1/device', { uuid, method: 'GET' }, undefined, signal)
      return (await response.json()) as SupervisorState
    },
    identify: (uuid: string) => done(call('v1/blink', { uuid })),
    /** Restarts all services of the device's fleet on it. */
    restartServices: (deviceId: number, appId: number) =>
      done(call('v1/restart', { deviceId, appId, data: { appId } })),
    purge: (deviceId: number, appId: number) => done(call('v1/purge', { deviceId, appId, data: { appId } })),
    reboot: (deviceId: number, force = false) => done(call('v1/reboot', { deviceId, data: { force } })),
    shutdown: (deviceId: number, appId: number, force = false) =>
      done(call('v1/shutdown', { deviceId, appId, data: { force } })),
    /** Starts, stops or restarts one service, named by its image. */
    service: (
      action: ServiceAction,
      target: { deviceId: number; appId: number; imageId: number },
      force = false,
    ) =>
      done(
        call(
          `v2/applications/${target.appId}/${action}`,
          {
            deviceId: target.deviceId,
            appId: target.appId,
            data: { appId: target.appId, imageId: target.imageId, ...(force ? { force } : {}) },
          },
          SERVICE_ACTION_TIMEOUT_MS,
        ),
      ),
  }
}
