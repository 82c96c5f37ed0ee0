import { shownStatus, type ShownDeviceStatus } from '@/domain/device/device-status.ts'

/** The metrics a device reports, in percent, °C and MiB. */
export interface MetricFields {
  cpu_usage: number | null
  cpu_temp: number | null
  memory_usage: number | null
  memory_total: number | null
  storage_usage: number | null
  storage_total: number | null
}

/** The metrics of a device at a time in milliseconds since 1970. */
export type MeasuredPoint = MetricFields & { at: number }

/** How a device was connected: through the VPN, by heartbeats only, or not at all. */
export const connections = ['vpn', 'heartbeat', 'offline'] as const
export type Connection = (typeof connections)[number]

/** The fields of a device that observations are made from; its lists read them anyway. */
export interface ObservedDevice extends MetricFields {
  uuid: string
  overall_status: Parameters<typeof shownStatus>[0]['overall_status']
  is_frozen: boolean | null
  is_online: boolean
  is_connected_to_vpn: boolean
}

/** One observation of a device. */
export interface Observation {
  uuid: string
  status: ShownDeviceStatus
  connection: Connection
  /** Null while it is offline: the platform then returns the last values it received. */
  metrics: MetricFields | null
}

export function observationOf(device: ObservedDevice): Observation {
  const { uuid, cpu_usage, cpu_temp, memory_usage, memory_total, storage_usage, storage_total } = device
  const connection = device.is_connected_to_vpn ? 'vpn' : device.is_online ? 'heartbeat' : 'offline'
  const metrics = { cpu_usage, cpu_temp, memory_usage, memory_total, storage_usage, storage_total }
  const isMeasured = Object.values(metrics).some((figure) => figure !== null)
  return {
    uuid,
    status: shownStatus(device),
    connection,
    metrics: connection === 'offline' || !isMeasured ? null : metrics,
  }
}
