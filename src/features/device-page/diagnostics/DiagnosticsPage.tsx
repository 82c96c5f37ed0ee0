import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import { may } from '@/domain/access/permissions.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { deviceQuery } from '@/features/device-page/device.queries.ts'
import { paths } from '@/lib/paths.ts'
import { checksText, diagnoseText, diagnosticsText, stateText } from '@/messages/device-page/diagnostics.ts'
import { LinkTabs } from '@/ui/layout/LinkTabs.tsx'
import { leavePage } from '@/widgets/access/leave-page.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import styles from './Diagnostics.module.css'

/** Redirects users without permission to the home page. */
export async function loader(args: LoaderFunctionArgs) {
  const cache = cacheOf(args)
  const device = await cache.ensureQueryData(deviceQuery(args.params['deviceUuid'] ?? ''))
  // The page around it leaves.
  if (device === null) return null
  const fleet = device.belongs_to__application[0]
  const role = fleet ? await cache.ensureQueryData(fleetRoleQuery(fleet.id)) : null
  const held = roleOnDevice(role)
  return may(held, 'resin.device.access_diagnostics') ? null : leavePage(diagnosticsText.tab, held)
}

/** The three tabs of the diagnostics, each with its own address. */
export function Component() {
  const page = useDevicePage()
  const { uuid } = page.device
  return (
    <div className={styles.page}>
      {offers('diagnostics') && (
        <div className={styles.parts}>
          <LinkTabs
            label={diagnosticsText.parts}
            tabs={[
              { to: paths.deviceDiagnostics(uuid), label: checksText.tab, end: true },
              { to: paths.deviceDiagnose(uuid), label: diagnoseText.tab },
              { to: paths.deviceSupervisorState(uuid), label: stateText.tab },
            ]}
          />
        </div>
      )}
      <Outlet context={page} />
    </div>
  )
}
