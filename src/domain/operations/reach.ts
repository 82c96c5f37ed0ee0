import { offers } from '@/api/api.ts'
import { operationReason as reason } from '@/messages/operations/operations.ts'
import type { OperatedDevice } from './operation.ts'

/** Why the platform cannot reach the device's supervisor now; undefined when it can. */
export function whyUnreachable({
  is_frozen,
  overall_status,
  is_connected_to_vpn,
}: Pick<OperatedDevice, 'is_frozen' | 'overall_status' | 'is_connected_to_vpn'>): string | undefined {
  if (is_frozen) return reason.frozen
  if (overall_status === 'post-provisioning') return reason.notProvisioned
  if (is_connected_to_vpn) return undefined
  return onlyReports(overall_status) ? reason.onlyReports : reason.mustBeOnline
}

/** Without a VPN, a device can report and still be unreachable. */
export const onlyReports = (status: string): boolean =>
  !offers('vpn') && ['reduced-functionality', 'operational', 'updating'].includes(status)
