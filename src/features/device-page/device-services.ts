import type { Tone } from '@/domain/device/device-status.ts'
import { isAtLeast } from '@/domain/os-update/os-version.ts'
import { compareText } from '@/lib/format.ts'

/** A row of `image_install` as requested with a device. */
export interface InstallRow {
  id: number
  status: string
  download_progress: number | null
  install_date: string
  installs__image: readonly {
    id: number
    is_a_build_of__service: readonly { id: number; service_name: string }[]
  }[]
  is_provided_by__release: readonly { id: number; commit: string; raw_version: string }[]
}

/** An install of a service on a device (docs/platform/derived-values.md). */
export interface ServiceInstall {
  id: number
  service_id: number
  image_id: number
  release_id: number
  commit: string
  raw_version: string
  status: string
  download_progress: number | null
}

/**
 * The service installs of a device by service name, newest first. Several installs of one name mean that an update is
 * in progress (docs/platform/derived-values.md).
 */
export function currentServices(installs: readonly InstallRow[]): Map<string, ServiceInstall[]> {
  const services = new Map<string, ServiceInstall[]>()
  const newestFirst = installs
    .filter((install) => install.status !== 'deleted')
    .toSorted((a, b) => Date.parse(b.install_date) - Date.parse(a.install_date))
  for (const install of newestFirst) {
    const image = install.installs__image[0]
    const service = image?.is_a_build_of__service[0]
    const release = install.is_provided_by__release[0]
    if (!image || !service || !release) continue
    const ofService = services.get(service.service_name) ?? []
    ofService.push({
      id: install.id,
      service_id: service.id,
      image_id: image.id,
      release_id: release.id,
      commit: release.commit,
      raw_version: release.raw_version,
      status: install.status,
      download_progress: install.download_progress,
    })
    services.set(service.service_name, ofService)
  }
  return new Map([...services].toSorted(([a], [b]) => compareText(a, b)))
}

/**
 * Tone of a service status: running and idle are ok, stopped and exited are bad, transitions are in progress
 * (docs/decisions/product-rules.md, 20).
 */
export function serviceTone(status: string): Tone {
  switch (status.toLowerCase()) {
    case 'running':
    case 'idle':
      return 'ok'
    case 'stopped':
    case 'exited':
    case 'dead':
      return 'bad'
    case 'paused':
    case 'unknown':
      return 'idle'
    default:
      return 'info'
  }
}

const isHalted = (status: string) => ['stopped', 'exited'].includes(status.toLowerCase())

/** Whether the status of a service rules out an action (docs/decisions/product-rules.md, 20). */
export function ruledOut(action: 'start' | 'stop' | 'restart', status: string): boolean {
  switch (action) {
    case 'start':
      return status.toLowerCase() === 'running'
    case 'stop':
    case 'restart':
      return isHalted(status)
  }
}

/** A shell can only be opened in a running container. */
export function acceptsShell(status: string): boolean {
  return ['running', 'idle'].includes(status.toLowerCase())
}

const SERVICE_ACTIONS_SINCE = '7.0.0'

/** Whether the supervisor can act on one service (docs/decisions/product-rules.md, 20). */
export function supportsServiceActions(supervisorVersion: string | null): boolean {
  return isAtLeast(supervisorVersion, SERVICE_ACTIONS_SINCE)
}

/** Whether each service has its own buttons, instead of only "restart all" (docs/decisions/product-rules.md, 20). */
export function showsServiceActions(supervisorVersion: string | null, serviceCount: number): boolean {
  return serviceCount > 1 || supportsServiceActions(supervisorVersion)
}
