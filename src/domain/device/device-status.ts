import type { Model } from '@/api/model.ts'

/** Urgency of a state; the UI defines its colour and icon. */
export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'idle'

/** The seven statuses that the platform computes (docs/platform/derived-values.md). */
export const deviceStatuses = [
  'operational',
  'updating',
  'configuring',
  'post-provisioning',
  'reduced-functionality',
  'disconnected',
  'inactive',
] as const

export type DeviceStatus = (typeof deviceStatuses)[number]
/** The displayed status: frozen takes precedence (docs/platform/derived-values.md). */
export type ShownDeviceStatus = DeviceStatus | 'frozen'

export const deviceStatusTone: Record<ShownDeviceStatus, Tone> = {
  operational: 'ok',
  updating: 'info',
  configuring: 'info',
  'post-provisioning': 'info',
  'reduced-functionality': 'warn',
  disconnected: 'idle',
  inactive: 'idle',
  frozen: 'bad',
}

/** The icon of a status where that of its colour is not enough: inactive is not disconnected. */
export const deviceStatusShape: Partial<Record<ShownDeviceStatus, 'dashed'>> = { inactive: 'dashed' }

const knownStatuses: ReadonlySet<string> = new Set(deviceStatuses)

type StatusFields = Pick<Model['device']['Read'], 'overall_status'> & { is_frozen?: boolean | null }

/** The status to show for a device. An unknown value from a newer server counts as disconnected. */
export function shownStatus(device: StatusFields): ShownDeviceStatus {
  if (device.is_frozen) return 'frozen'
  return knownStatuses.has(device.overall_status) ? device.overall_status : 'disconnected'
}

/** Whether the device is about to change, so that it is polled more often. */
export function isMoving(status: ShownDeviceStatus): boolean {
  return status === 'updating' || status === 'configuring' || status === 'post-provisioning'
}
