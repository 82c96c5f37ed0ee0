import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { OperatedDevice, OperationName, OperationSetting } from './operation.ts'
import { operations } from './operations.ts'

/** Why an operation on a device is not possible now: first the role, then the device; undefined when it is. */
export function whyNotOperate(
  name: OperationName,
  device: OperatedDevice,
  setting: OperationSetting,
): string | undefined {
  const operation = operations[name]
  return whyNotAllowed(setting.role, operation.permission) ?? operation.whyNot(device, setting)
}
