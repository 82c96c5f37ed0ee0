import type { Instant } from '../../simulator/base/clock.ts'
import type { HandlerResult } from '../http/request-context.ts'
import { json } from '../http/request-context.ts'
import { STATUS_PAGE } from './third-party-hosts.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
/** A Saturday, 06:00 UTC; the maintenance repeats weekly. */
const FIRST_MAINTENANCE = Date.UTC(2026, 0, 3, 6)
const MAINTENANCE_MS = 2 * HOUR
/** The page that links lead to; it is the real one. */
const PUBLIC_PAGE = 'https://status.balena.io/'

const iso = (at: Instant) => new Date(at).toISOString()

/** The current maintenance, or else the next one. */
function maintenanceAt(now: Instant) {
  const weeks = Math.ceil((now - MAINTENANCE_MS + 1 - FIRST_MAINTENANCE) / WEEK)
  const from = FIRST_MAINTENANCE + weeks * WEEK
  return {
    id: `maintenance-${weeks}`,
    name: 'Database maintenance',
    status: now >= from ? 'in_progress' : 'scheduled',
    impact: 'maintenance',
    scheduled_for: iso(from),
    scheduled_until: iso(from + MAINTENANCE_MS),
  }
}

/** Answers the requests of the dashboard to the platform's status page; undefined for other hosts. Needs no credential. */
export function statusPage(method: string, url: URL, now: Instant): HandlerResult | undefined {
  if (url.origin !== STATUS_PAGE) return undefined
  if (method !== 'GET' || url.pathname !== '/api/v2/summary.json') return json({ error: 'Not Found' }, 404)
  const maintenance = maintenanceAt(now)
  const isInProgress = maintenance.status === 'in_progress'
  return json({
    page: {
      id: 'simulated',
      name: 'Flotilla',
      url: PUBLIC_PAGE,
      time_zone: 'Etc/UTC',
      updated_at: iso(now),
    },
    status: isInProgress
      ? { indicator: 'maintenance', description: 'Service Under Maintenance' }
      : { indicator: 'none', description: 'All Systems Operational' },
    components: [],
    incidents: [],
    scheduled_maintenances: [maintenance],
  })
}
