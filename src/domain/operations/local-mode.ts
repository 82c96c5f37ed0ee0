import { isAtLeast } from '@/domain/os-update/os-version.ts'
import { localModeReason } from '@/messages/operations/operations.ts'
import { LOCAL_MODE_VARIABLE, type OperatedDevice } from './operation.ts'

const SINCE_OS = '2.0.0'
const SINCE_SUPERVISOR = '4.0.0'

/** Whether the device is in local mode, from its configuration variable. */
export function isInLocalMode({
  device_config_variable,
}: Pick<OperatedDevice, 'device_config_variable'>): boolean {
  return device_config_variable.some(({ name, value }) => name === LOCAL_MODE_VARIABLE && value === '1')
}

/**
 * Why a device does not support local mode, in the wording of the platform's clients; undefined when it does
 * (docs/platform/device-protocol.md).
 */
export function whyNoLocalMode(
  device: Pick<
    OperatedDevice,
    'os_version' | 'os_variant' | 'supervisor_version' | 'last_connectivity_event'
  >,
): string | undefined {
  const { os_version, os_variant, supervisor_version, last_connectivity_event } = device
  if (!supervisor_version || !last_connectivity_event) return localModeReason.notProvisioned
  if (!isAtLeast(os_version, SINCE_OS)) return localModeReason.oldSystem
  if (!isAtLeast(supervisor_version, SINCE_SUPERVISOR)) return localModeReason.oldSupervisor
  return os_variant === 'dev' ? undefined : localModeReason.notDevelopment
}
