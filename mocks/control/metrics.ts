import type { Measured } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import { HttpError } from '../base/http-error.ts'
import type { ControlContext } from './control-context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MAX_RANGE = 7 * 24 * HOUR
/** Interval of metrics (docs/platform/device-protocol.md). */
const EVERY = 5 * MINUTE

function timeOf(url: URL, key: string, fallback: Instant): Instant {
  const text = url.searchParams.get(key)
  if (text === null) return fallback
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new HttpError(400, `"${key}" must be a time such as 2026-11-20T14:00Z`)
  return at
}

/** Metrics of a device in a time range, oldest first; none after its last report. */
export function metricsOf({ world, clock }: ControlContext, index: number, url: URL): Measured[] {
  const to = timeOf(url, 'to', clock.now())
  const from = timeOf(url, 'from', to - HOUR)
  if (to - from > MAX_RANGE) throw new HttpError(400, 'The time range must not exceed a week')
  const last = world.device(index).metricsAt
  if (last === null) return []
  const newest = Math.min(last, last - Math.ceil((last - to) / EVERY) * EVERY)
  const measured: Measured[] = []
  for (let at = newest; at >= from; at -= EVERY) {
    const metrics = world.metricsAt(index, at)
    if (metrics === null) break
    measured.push({
      at: new Date(at).toISOString(),
      cpu_usage: metrics.cpuUsage,
      cpu_temp: metrics.cpuTemp,
      memory_usage: metrics.memoryUsage,
      memory_total: metrics.memoryTotal,
      storage_usage: metrics.storageUsage,
      storage_total: metrics.storageTotal,
    })
  }
  return measured.reverse()
}
