import { createStored } from '@/lib/stored.ts'
import { noFilter, type LogFilter, type LogOrigin } from './log-filter.ts'

/** How log lines are shown. */
export interface LogLook {
  utc: boolean
  timestamps: boolean
  /** Long lines go on below; else the list scrolls sideways. */
  wrap: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Kept for all devices. */
export const logLook = createStored<LogLook>(
  'device-logs.look',
  { utc: false, timestamps: true, wrap: true },
  (stored) =>
    isRecord(stored)
      ? { utc: stored.utc === true, timestamps: stored.timestamps !== false, wrap: stored.wrap !== false }
      : undefined,
)

/** A filter with a name. Services are kept by name, since ids differ from fleet to fleet. */
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

/** The person's saved views. */
export const logViews = createStored<readonly LogView[]>('device-logs.views', [], (stored) =>
  Array.isArray(stored) ? stored.flatMap(readView) : undefined,
)

/** The views with this one added, or in the place of the one of its name. */
export function withView(views: readonly LogView[], view: LogView): readonly LogView[] {
  return [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
}

/** The filter of a view on a device with these services; a service it does not have leaves all services. */
export function filterOfView(view: LogView, serviceIds: ReadonlyMap<string, number>): LogFilter {
  return {
    serviceId: view.service === null ? null : (serviceIds.get(view.service) ?? null),
    message: view.message,
    origin: view.origin,
    withinMs: view.withinMs,
  }
}
