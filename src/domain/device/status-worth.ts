import type { ShownDeviceStatus } from './device-status.ts'

/** The best first, as a map tells the worst of many. */
export const statusesByWorth: readonly ShownDeviceStatus[] = [
  'operational',
  'updating',
  'configuring',
  'post-provisioning',
  'inactive',
  'disconnected',
  'reduced-functionality',
  'frozen',
]
