import { useOutletContext } from 'react-router'
import type { Role } from '@/domain/access/permissions.ts'
import { isInLocalMode } from '@/domain/operations/local-mode.ts'
import type { DeviceSituation } from './device-actions.ts'
import { currentServices } from './device-services.ts'
import type { Device } from './device.queries.ts'
import { serviceRows, type ServiceRow } from './services/service-rows.ts'

/** Data shared by all parts of the page. */
export interface DevicePageData {
  device: Device
  role: Role
  situation: DeviceSituation & { supervisorVersion: string | null }
  services: readonly ServiceRow[]
}

export function devicePageData(device: Device, role: Role): DevicePageData {
  return {
    device,
    role,
    situation: {
      role,
      online: device.is_connected_to_vpn,
      localMode: isInLocalMode(device),
      overallStatus: device.overall_status,
      fleetId: device.belongs_to__application[0]?.id ?? null,
      supervisorVersion: device.supervisor_version,
    },
    services: serviceRows(currentServices(device.image_install)),
  }
}

/** The page data, for use in its tabs. */
export function useDevicePage(): DevicePageData {
  return useOutletContext<DevicePageData>()
}
