import { api } from './api.ts'
import { createServiceClient, serviceRequest, type ServiceCall } from './service-client.ts'

/** Actions on a device, as they are shown and sent. */
export const actionCalls = {
  runChecks: (uuid: string) =>
    serviceRequest('post', '/v1/{uuid}/checks', { path: { uuid }, body: { parameters: {} } }),
  runDiagnostics: (uuid: string) =>
    serviceRequest('post', '/v1/{uuid}/diagnose', { path: { uuid }, body: { parameters: {} } }),
  /** Starts the action, which continues on the device. The status of the response says whether it was accepted. */
  startOsUpdate: (uuid: string, version: string) =>
    serviceRequest('post', '/v2/{uuid}/resinhup', {
      path: { uuid },
      body: { parameters: { target_version: version } },
    }),
}

/**
 * The actions service, on a host of its own: long-running actions on a device. Responses contain the state of the last
 * run. All throw `ApiError`.
 */
export function actionsService() {
  const { http, actionsUrl } = api()
  const services = createServiceClient(http, actionsUrl)
  return {
    readChecks: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v1/{uuid}/checks', { path: { uuid }, signal }),
    readDiagnostics: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v1/{uuid}/diagnose', { path: { uuid }, signal }),
    /** Sends one of `actionCalls`. */
    send: <Answered>(call: ServiceCall<Answered>) => services.sendForJson(call),
    readOsUpdate: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v2/{uuid}/resinhup', { path: { uuid }, signal }),
  }
}
