import type { Measured } from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'
import { parseInstant } from './clock-commands.ts'
import type { ControlContext } from './control-context.ts'
import type { ControlQuery } from './control-input.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MAX_RANGE = 7 * 24 * HOUR
/** Interval of metrics (docs/platform/device-protocol.md). */
const EVERY = 5 * MINUTE

/** Metrics of a device in a time range, oldest first; none after its last report. */
export function metricsOf(
  { world, clock }: ControlContext,
  index: number,
  query: ControlQuery<'control.readMetrics'>,
): Measured[] {
  const to = query.to === undefined ? clock.now() : parseInstant('to', query.to)
  const from = query.from === undefined ? to - HOUR : parseInstant('from', query.from)
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
