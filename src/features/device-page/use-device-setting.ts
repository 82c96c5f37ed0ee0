import type { OperationSetting } from '@/domain/operations/operation.ts'
import { useOperationSetting } from '@/widgets/operations/use-operation-setting.ts'
import type { DevicePageData } from './device-page.ts'

/** State beyond the device itself that determines which operations are allowed. */
export function useDeviceSetting({ device, role }: DevicePageData): OperationSetting {
  const [fleet] = device.belongs_to__application
  return useOperationSetting(role, fleet?.id, fleet?.organization[0]?.id)
}
