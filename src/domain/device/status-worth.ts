import type { ShownDeviceStatus } from './device-status.ts'

/** From best to worst, for the worst status in a map cluster. */
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
