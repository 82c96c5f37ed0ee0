import type { ServiceAction } from '@/api/supervisor.ts'
import { whyNotReach, type DeviceSituation } from '@/features/device-page/device-actions.ts'
import {
  ruledOut,
  supportsServiceActions,
  type ServiceInstall,
} from '@/features/device-page/device-services.ts'
import { serviceText } from '@/messages/device-page/device.ts'

/** A service of the device: the current install, and the one of an update in progress. */
export interface ServiceRow {
  name: string
  serviceId: number
  /** The current install, or the only one. */
  present: ServiceInstall
  /** The newer install of an update in progress. */
  coming: ServiceInstall | null
}

const isArriving = (install: ServiceInstall) =>
  ['downloading', 'downloaded', 'installing', 'installed'].includes(install.status.toLowerCase())

/** Rows of installs by service name, newest first. Both installs of an update are kept. */
export function serviceRows(services: ReadonlyMap<string, readonly ServiceInstall[]>): ServiceRow[] {
  return [...services].flatMap(([name, installs]) => {
    const newest = installs[0]
    if (newest === undefined) return []
    const present = installs.find((install) => !isArriving(install)) ?? newest
    const coming = installs.find((install) => install !== present && isArriving(install)) ?? null
    return [{ name, serviceId: present.service_id, present, coming }]
  })
}

/** Whether an install has a progress to show, which it only has while downloading. */
export function showsProgress(install: ServiceInstall): boolean {
  return install.download_progress !== null && install.status.toLowerCase() === 'downloading'
}

/** The status in sentence case, for example "Awaiting handover". */
export function statusWord(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

export const serviceVerbs = ['start', 'stop', 'restart'] as const
export type ServiceVerb = (typeof serviceVerbs)[number]

export const serviceAction: Record<ServiceVerb, ServiceAction> = {
  start: 'start-service',
  stop: 'stop-service',
  restart: 'restart-service',
}

/**
 * The reason why a service cannot be started, stopped or restarted; undefined if it can
 * (docs/decisions/product-rules.md, 20).
 */
export function whyNotService(
  verb: ServiceVerb,
  row: ServiceRow,
  situation: DeviceSituation & { supervisorVersion: string | null },
): string | undefined {
  const reason = whyNotReach(situation)
  if (reason !== undefined) return reason
  if (!supportsServiceActions(situation.supervisorVersion)) return serviceText.oldSupervisor
  if (isArriving(row.present)) return serviceText.notOnDevice
  if (!ruledOut(verb, row.present.status)) return undefined
  return verb === 'start' ? serviceText.alreadyRunning : serviceText.alreadyStopped
}
