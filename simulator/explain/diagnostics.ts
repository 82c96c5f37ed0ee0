import { isoDate, timeOfDay } from '../base/calendar.ts'
import type { Instant } from '../base/clock.ts'
import type { DeviceState } from '../views/device-fields.ts'
import type { KernelLine } from '../views/kernel-problems.ts'

/** Results of the health checks of a device, with the names of the real ones. */
export interface HealthCheck {
  name: string
  success: boolean
  /** A sentence: the measured value, or the problem. */
  status: string
}

/** Version of the checks themselves. */
export const CHECKS_VERSION = '4.22.0'

/** A check fails above these limits. */
export const CHECK_LIMITS = { memoryPercent: 90, storagePercent: 90, celsius: 80 } as const
/** Maximum clock error. */
const MAX_SKEW_MS = 30_000

export interface CheckedDevice {
  device: DeviceState
  /** Why the last OS update failed; null when none did. */
  systemError: string | null
  isSupervisorRunning: boolean
  isEngineRunning: boolean
  /** True when its storage returns errors. */
  hasBadStorage: boolean
  /** Recent kernel messages, oldest first. */
  kernel: readonly KernelLine[]
}

type Verdict = readonly [success: boolean, status: string]

const timestamp = (at: Instant): string => `${isoDate(at)} ${timeOfDay(at)} UTC`

const percent = (part: number, total: number): number => (total === 0 ? 0 : Math.round((part * 100) / total))

/** Runs the health checks. A pure function of the state of the device. */
export function healthChecks(examined: CheckedDevice): HealthCheck[] {
  const { device } = examined
  const checks: Record<string, Verdict> = {
    check_balenaOS: [true, `Supported balenaOS ${device.osVersion} detected`],
    check_under_voltage: device.metrics?.isUndervolted
      ? [false, 'Under-voltage events detected, check and change the power supply ASAP']
      : [true, 'No under-voltage events detected'],
    check_memory: memory(device),
    check_container_engine: engine(examined),
    check_supervisor: examined.isSupervisorRunning
      ? [true, `Supervisor ${device.supervisorVersion} is running and healthy`]
      : [false, 'Supervisor is not running'],
    check_localdisk: localDisk(examined),
    check_service_restarts: restarts(device),
    check_timesync: timesync(device),
    check_temperature: temperature(device),
    check_os_rollback: rollback(examined),
    check_networking: networking(device),
  }
  for (const { name, status } of device.services) {
    // The image of an update is no container yet, and says nothing about the service that runs.
    if (NO_CONTAINER.has(status) || checks[`service_${name}`]?.[0] === true) continue
    checks[`service_${name}`] =
      status === 'Running' ? [true, `${name} is healthy`] : [false, `${name} is ${status.toLowerCase()}`]
  }
  return Object.entries(checks).map(([name, [success, status]]) => ({ name, success, status }))
}

const NO_CONTAINER: ReadonlySet<string> = new Set(['Downloading', 'Downloaded', 'Installing', 'deleted'])

function memory({ metrics }: DeviceState): Verdict {
  if (metrics === null) return [true, 'No memory report yet']
  const used = percent(metrics.memoryUsage, metrics.memoryTotal)
  const free = 100 - used
  return used > CHECK_LIMITS.memoryPercent
    ? [false, `Low memory: ${free}% (${metrics.memoryTotal - metrics.memoryUsage} MiB) available`]
    : [true, `${free}% memory available`]
}

function engine({ hasBadStorage, isEngineRunning }: CheckedDevice): Verdict {
  if (!isEngineRunning) return [false, 'Container engine balena is not running']
  return hasBadStorage
    ? [false, 'Container engine reported input/output errors of its storage']
    : [true, 'No container engine issues detected']
}

function localDisk({ device: { metrics }, hasBadStorage }: CheckedDevice): Verdict {
  const problems: string[] = []
  const used = metrics === null ? 0 : percent(metrics.storageUsage, metrics.storageTotal)
  if (used > CHECK_LIMITS.storagePercent) problems.push(`low disk space: ${100 - used}% free`)
  if (hasBadStorage) problems.push('slow disk writes')
  return problems.length === 0
    ? [true, `No localdisk issues detected, ${100 - used}% free`]
    : [false, `Some localdisk issues detected: ${problems.join(', ')}`]
}

function restarts({ services }: DeviceState): Verdict {
  const again = services.filter(({ status }) => status === 'restarting').map(({ name }) => name)
  return again.length === 0
    ? [true, 'No services are restarting unexpectedly']
    : [false, `Some services are restarting unexpectedly: ${again.join(', ')}`]
}

function temperature({ metrics }: DeviceState): Verdict {
  if (metrics === null) return [true, 'No temperature report yet']
  return metrics.cpuTemp >= CHECK_LIMITS.celsius
    ? [false, `Temperature above ${CHECK_LIMITS.celsius} °C detected: ${metrics.cpuTemp} °C`]
    : [true, `No temperature issues detected, ${metrics.cpuTemp} °C`]
}

function rollback({ systemError }: CheckedDevice): Verdict {
  return systemError === null
    ? [true, 'No OS rollbacks detected']
    : [false, `The last OS update did not succeed: ${systemError}`]
}

function timesync({ clockSkewMs }: DeviceState): Verdict {
  if (Math.abs(clockSkewMs) <= MAX_SKEW_MS) return [true, 'Time is synchronized']
  const minutes = Math.round(Math.abs(clockSkewMs) / 60_000)
  const direction = clockSkewMs > 0 ? 'ahead' : 'behind'
  return [false, `Time is not being synchronized via NTP: the clock is ${minutes} minutes ${direction}`]
}

function networking({ cloudlink, heartbeat }: DeviceState): Verdict {
  if (cloudlink && heartbeat !== 'online')
    return [false, 'The API cannot be reached, but the cloudlink is up']
  return cloudlink
    ? [true, 'No networking issues detected']
    : [false, 'The cloudlink is down, but the API can be reached']
}

/** Output of the diagnostics script on this device. */
export function diagnosticsText(examined: CheckedDevice, at: Instant): string {
  const { device } = examined
  const section = (name: string, lines: readonly string[]) => [`--- ${name} ---`, ...lines, '']
  const checks = healthChecks(examined).map(
    ({ name, success, status }) => `${success ? 'PASS' : 'FAIL'} ${name}: ${status}`,
  )
  return [
    `diagnose version ${CHECKS_VERSION}`,
    `started ${timestamp(at + device.clockSkewMs)}`,
    '',
    ...section('BALENA', [
      `uuid: ${device.uuid}`,
      `name: ${device.name}`,
      `device type: ${device.hardware.model} (${device.hardware.arch})`,
      `supervisor: ${device.supervisorVersion}`,
      `local mode: ${device.localMode ? 'on' : 'off'}`,
      `update lock: ${device.lockedBy ?? 'none'}`,
    ]),
    ...section('HOST OS', [
      `PRETTY_NAME="balenaOS ${device.osVersion}"`,
      `VARIANT_ID="${device.osVariant}"`,
      `up since: ${device.bootedAt === null ? 'unknown' : timestamp(device.bootedAt)}`,
    ]),
    ...section('HARDWARE', hardware(device)),
    ...section('NETWORK', [
      `address: ${device.ipAddress}`,
      `mac: ${device.macAddress}`,
      `public address: ${device.publicAddress}`,
      `cloudlink: ${device.cloudlink ? 'up' : 'down'}`,
      `api heartbeat: ${device.heartbeat}`,
    ]),
    ...section(
      'CONTAINERS',
      device.services.map((it) => `${it.name}\timage ${it.imageId}\t${it.status}`),
    ),
    ...section('CHECKS', checks),
    ...section('KERNEL', kernel(examined)),
    '--- END ---',
    '',
  ].join('\n')
}

function hardware({ hardware: { cores }, metrics }: DeviceState): string[] {
  if (metrics === null) return [`cores: ${cores}`, 'no report yet']
  return [
    `cores: ${cores}, ${metrics.cpuUsage}% busy, ${metrics.cpuTemp} °C`,
    `cpu id: ${metrics.cpuId}`,
    `memory: ${metrics.memoryUsage} of ${metrics.memoryTotal} MiB`,
    `storage: ${metrics.storageUsage} of ${metrics.storageTotal} MiB on ${metrics.storageBlockDevice}`,
    `under-voltage: ${metrics.isUndervolted ? 'yes' : 'no'}`,
  ]
}

function kernel({ kernel: lines }: CheckedDevice): string[] {
  return lines.length === 0 ? ['nothing of note'] : lines.map((it) => `[${timestamp(it.at)}] ${it.message}`)
}

/** Error output of the script. */
export function diagnosticsErrors({ hasBadStorage, device }: CheckedDevice): string {
  return hasBadStorage
    ? `cat: /mnt/data/resin-data/resin-supervisor/database.sqlite: Input/output error (${device.hardware.blockDevice})\n`
    : ''
}
