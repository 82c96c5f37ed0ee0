import { api } from '@/api/api.ts'
import { asCurl, shellLine, type Commands } from '@/lib/equivalent-command.ts'
import { osTarget, type SystemDevice } from '@/domain/os-update.queries.ts'

/** An update of the operating system as the command line makes it. */
export function osUpdateCommands(device: SystemDevice, version: string): Commands {
  return {
    cli: shellLine('balena', 'device', 'os-update', device.uuid, '--version', version, '--yes'),
    curl: asCurl(api().actions.actionsUrl, {
      method: 'POST',
      path: `/v2/${device.uuid}/resinhup`,
      body: { parameters: { target_version: osTarget(device, version) } },
    }),
  }
}

/** A supervisor update as a bare request; the command line tool has none. */
export function supervisorUpdateCommand(ids: readonly number[], release: number): string {
  return asCurl(api().http.apiUrl, {
    method: 'PATCH',
    path: `/v7/device?$filter=${encodeURIComponent(`id in (${ids.join(',')})`)}`,
    body: { should_be_managed_by__release: release },
  })
}
