import { offers } from '@/api/api.ts'
import { may, type Role } from '@/domain/access/permissions.ts'
import { withParts, type PageOf } from '@/domain/fleet/fleet-pages.ts'
import { paths } from '@/lib/paths.ts'
import { tabText } from '@/messages/common/tabs.ts'
import { historyText } from '@/messages/device-page/device-history.ts'
import { actionsPageText, locationText, settingsText } from '@/messages/device-page/device-settings.ts'
import { deviceText } from '@/messages/device-page/device.ts'
import { diagnosticsText, stateText } from '@/messages/device-page/diagnostics.ts'

/** The pages of a device, for a user with this role. */
export function devicePages(uuid: string, role: Role): PageOf[] {
  return [
    withParts({ to: paths.device(uuid), label: deviceText.summary, end: true }, tabText.overview, {
      to: paths.deviceHistory(uuid),
      label: historyText.tab,
    }),
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
  ]
}
