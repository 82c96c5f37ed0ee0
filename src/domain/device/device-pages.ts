import { offers } from '@/api/api.ts'
import { paths } from '@/lib/paths.ts'
import { historyText } from '@/messages/device-history.ts'
import { actionsPageText, locationText, settingsText } from '@/messages/device-settings.ts'
import { deviceText } from '@/messages/device.ts'
import { diagnosticsText, stateText } from '@/messages/diagnostics.ts'
import { tabText } from '@/messages/tabs.ts'
import type { PageOf } from '../fleet/fleet-pages.ts'
import { may, type Role } from '../access/permissions.ts'

/** The pages of a device, for a user with this role. */
export function devicePages(uuid: string, role: Role): PageOf[] {
  return [
    { to: paths.device(uuid), label: deviceText.summary, end: true },
    { to: paths.deviceActions(uuid), label: actionsPageText.tab },
    { to: paths.deviceSettings(uuid), label: settingsText.tab },
    ...(offers('location') ? [{ to: paths.deviceLocation(uuid), label: locationText.tab }] : []),
    { to: paths.deviceConfiguration(uuid), label: tabText.configuration },
    { to: paths.deviceVariables(uuid), label: tabText.variables },
    ...(may(role, 'resin.device.access_diagnostics')
      ? [
          offers('diagnostics')
            ? { to: paths.deviceDiagnostics(uuid), label: diagnosticsText.tab }
            : { to: paths.deviceSupervisorState(uuid), label: stateText.tab },
        ]
      : []),
    { to: paths.deviceHistory(uuid), label: historyText.tab },
  ]
}
