import type { Http } from './http.ts'
import { createServiceClient } from './service-client.ts'

/**
 * The actions service: longer work on a device, on a host of its own. Each answer tells how far the last
 * run is. All throw `ApiError`.
 */
export function createActions(http: Http, actionsUrl: string) {
  const services = createServiceClient(http, actionsUrl)
  return {
    actionsUrl,
    readChecks: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v1/{uuid}/checks', { path: { uuid }, signal }),
    runChecks: (uuid: string) =>
      services.json('post', '/v1/{uuid}/checks', { path: { uuid }, body: { parameters: {} } }),
    readDiagnostics: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v1/{uuid}/diagnose', { path: { uuid }, signal }),
    runDiagnostics: (uuid: string) =>
      services.json('post', '/v1/{uuid}/diagnose', { path: { uuid }, body: { parameters: {} } }),
    /** Starts it and lets go; the device goes on by itself. The answer's status says whether it was taken up. */
    startOsUpdate: (uuid: string, version: string) =>
      services.json('post', '/v2/{uuid}/resinhup', {
        path: { uuid },
        body: { parameters: { target_version: version } },
      }),
    readOsUpdate: (uuid: string, signal?: AbortSignal) =>
      services.json('get', '/v2/{uuid}/resinhup', { path: { uuid }, signal }),
  }
}
