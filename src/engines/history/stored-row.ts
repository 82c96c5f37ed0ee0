import * as z from 'zod/mini'
import { deviceStatuses } from '@/domain/device/device-status.ts'
import type { RowKey } from '@/lib/browser-database.ts'
import { connections } from './observation.ts'
import { nothingSeen, type Seen } from './observed-periods.ts'

/** A row holds what one tab observed of one device within one hour. */
export const ROW_MS = 60 * 60_000
/** For all devices together; at most about 3 KB each. */
export const MAX_ROWS = 10_000
export const LONGEST_KEPT_MS = 30 * 24 * 60 * 60_000

const MAX_POINTS = 61
/** Further state changes of a device within an hour are dropped. */
export const MAX_SPANS = 240

const instant = z.number().check(z.gte(0))
const figure = z.nullable(z.number())
const rowSchema = z.strictObject({
  points: z
    .array(z.tuple([instant, figure, figure, figure, figure, figure, figure]))
    .check(z.maxLength(MAX_POINTS)),
  spans: z
    .array(z.tuple([instant, instant, z.enum([...deviceStatuses, 'frozen']), z.enum(connections)]))
    .check(z.maxLength(MAX_SPANS)),
})
type KeptRow = z.infer<typeof rowSchema>

export const hourOf = (at: number): number => Math.floor(at / ROW_MS) * ROW_MS

/** The stored form: tuples, to save space. */
export const keptRow = ({ points, spans }: Seen): KeptRow => ({
  points: points
    .slice(-MAX_POINTS)
    .map((each) => [
      each.at,
      each.cpu_usage,
      each.cpu_temp,
      each.memory_usage,
      each.memory_total,
      each.storage_usage,
      each.storage_total,
    ]),
  spans: spans.slice(-MAX_SPANS).map(({ from, to, status, connection }) => [from, to, status, connection]),
})

/** Reads a stored row; empty if it is invalid. Points and spans outside the hour of its key are dropped. */
export function readRow([hour]: RowKey, stored: unknown): Seen {
  const { data } = rowSchema.safeParse(stored)
  if (data === undefined || typeof hour !== 'number') return nothingSeen
  const isOfHour = (at: number) => at >= hour && at < hour + ROW_MS
  return {
    points: data.points
      .filter(([at]) => isOfHour(at))
      .map(([at, cpu_usage, cpu_temp, memory_usage, memory_total, storage_usage, storage_total]) => ({
        at,
        cpu_usage,
        cpu_temp,
        memory_usage,
        memory_total,
        storage_usage,
        storage_total,
      })),
    spans: data.spans
      .filter(([from, to]) => isOfHour(from) && isOfHour(to) && from <= to)
      .map(([from, to, status, connection]) => ({ from, to, status, connection })),
  }
}
