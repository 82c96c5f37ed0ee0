import type { Http } from './http.ts'
import type { ActionRun, Checks, Diagnostics, OsUpdate } from './model.ts'

/**
 * The actions service: longer work on a device, on a host of its own. Each answer tells how far the last
 * run is. All throw `ApiError`.
 */
export function createActions(http: Http, actionsUrl: string) {
  const at = (version: 1 | 2, uuid: string, action: string) =>
    `/v${version}/${encodeURIComponent(uuid)}/${action}`

  async function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
    const response = await http.request(path, { baseUrl: actionsUrl, signal: signal ?? null })
    return (await response.json()) as Answer
  }

  async function run<Answer>(path: string, body: ActionRun): Promise<Answer> {
    const response = await http.request(path, {
      baseUrl: actionsUrl,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  }

  return {
    actionsUrl,
    readChecks: (uuid: string, signal?: AbortSignal) => read<Checks>(at(1, uuid, 'checks'), signal),
    runChecks: (uuid: string) => run<Checks>(at(1, uuid, 'checks'), { parameters: {} }),
    readDiagnostics: (uuid: string, signal?: AbortSignal) =>
      read<Diagnostics>(at(1, uuid, 'diagnose'), signal),
    runDiagnostics: (uuid: string) => run<Diagnostics>(at(1, uuid, 'diagnose'), { parameters: {} }),
    /** Starts it and lets go; the device goes on by itself. The answer's status says whether it was taken up. */
    startOsUpdate: (uuid: string, version: string) =>
      run<OsUpdate>(at(2, uuid, 'resinhup'), { parameters: { target_version: version } }),
    readOsUpdate: (uuid: string, signal?: AbortSignal) => read<OsUpdate>(at(2, uuid, 'resinhup'), signal),
  }
}
