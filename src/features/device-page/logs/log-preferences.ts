import { compareText } from '@/lib/format.ts'
import { createStored } from '@/lib/stored.ts'
import { noFilter, type LogFilter, type LogOrigin } from './log-filter.ts'

/** Display options of log lines. */
export interface LogDisplay {
  utc: boolean
  timestamps: boolean
  /** Wraps long lines; otherwise the list scrolls horizontally. */
  wrap: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Shared by all devices. */
export const logDisplay = createStored<LogDisplay>(
  'device-logs.look',
  { utc: false, timestamps: true, wrap: true },
  (stored) =>
    isRecord(stored)
      ? { utc: stored.utc === true, timestamps: stored.timestamps !== false, wrap: stored.wrap !== false }
      : undefined,
)

/** A named filter. Services are stored by name, because ids differ between fleets. */
export interface LogView {
  name: string
  service: string | null
  message: string
  origin: LogOrigin
  withinMs: number | null
}

const isOrigin = (value: unknown): value is LogOrigin =>
  value === 'all' || value === 'system' || value === 'services'

function readView(stored: unknown): LogView[] {
  if (!isRecord(stored) || typeof stored.name !== 'string') return []
  return [
    {
      name: stored.name,
      service: typeof stored.service === 'string' ? stored.service : null,
      message: typeof stored.message === 'string' ? stored.message : noFilter.message,
      origin: isOrigin(stored.origin) ? stored.origin : noFilter.origin,
      withinMs: typeof stored.withinMs === 'number' ? stored.withinMs : null,
    },
  ]
}

/** The saved views of the user. */
export const logViews = createStored<readonly LogView[]>('device-logs.views', [], (stored) =>
  Array.isArray(stored) ? stored.flatMap(readView) : undefined,
)

/** Adds a view, replacing one with the same name. */
export function withView(views: readonly LogView[], view: LogView): readonly LogView[] {
  return [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) =>
    compareText(a.name, b.name),
  )
}

/** The filter of a view on a device with these services; an unknown service matches all. */
export function filterOfView(view: LogView, serviceIds: ReadonlyMap<string, number>): LogFilter {
  return {
    serviceId: view.service === null ? null : (serviceIds.get(view.service) ?? null),
    message: view.message,
    origin: view.origin,
    withinMs: view.withinMs,
  }
}
