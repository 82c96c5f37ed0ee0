import { actionCalls } from '@/api/actions.ts'
import { api } from '@/api/api.ts'
import { osTarget, supervisorReleaseCall, type SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { asCurl, inOrder, shellLine, type Commands } from '@/lib/equivalent-command.ts'
import { ANY_UUID, forEachMatching } from './batch-commands.ts'

/** The CLI command of an OS update. */
export function osUpdateCommands(
  device: Pick<SystemDevice, 'uuid' | 'osVariant'>,
  version: string,
): Commands {
  return {
    cli: shellLine('balena', 'device', 'os-update', device.uuid, '--version', version, '--yes'),
    curl: asCurl(api().actionsUrl, actionCalls.startOsUpdate(device.uuid, osTarget(device, version))),
  }
}

/** The same for several devices, each by UUID. */
export const osUpdatesOfEach = (devices: readonly SystemDevice[], version: string): Commands =>
  inOrder(devices.map((device) => osUpdateCommands(device, version)))

/** The same for all devices that match a filter of the data API. The CLI rejects those that cannot be updated. */
export const osUpdateLoop = (filter: string, version: string): Commands => {
  const { cli, curl } = osUpdateCommands({ uuid: ANY_UUID, osVariant: null }, version)
  return { cli: forEachMatching(filter, [cli]), curl: forEachMatching(filter, [curl]) }
}

/** A supervisor update as a curl command; the CLI has no such command. */
export function supervisorUpdateCommand(ids: readonly number[], release: number): string {
  return asCurl(api().http.apiUrl, supervisorReleaseCall(ids, release))
}
