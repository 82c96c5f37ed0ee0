import type { MetricFields } from '@/engines/history/observation.ts'
import { formatBytes, formatNumber, formatPercent } from '@/lib/format.ts'
import { metricText } from '@/messages/device-page/device.ts'

const WARNING_ABOVE = 60
const ERROR_ABOVE = 80
const MEBIBYTE = 1024 * 1024

/** Above these values, a metric is a warning or an error. */
export const metricThresholds = [
  { percent: WARNING_ABOVE, tone: 'warn' },
  { percent: ERROR_ABOVE, tone: 'bad' },
] as const

/** Ok up to 60 percent, a warning up to 80, else an error. */
export function metricTone(percent: number): 'ok' | 'warn' | 'bad' {
  if (percent > ERROR_ABOVE) return 'bad'
  return percent > WARNING_ABOVE ? 'warn' : 'ok'
}

/** In the order of display. */
export const metricNames = ['cpu', 'temperature', 'memory', 'storage'] as const
export type MetricName = (typeof metricNames)[number]

/** A gauge with value and total, in percent, °C or bytes. */
export interface Gauge {
  name: MetricName
  value: number
  /** Maximum, in the unit of the value. */
  total: number
  percent: number
}

/** The gauge of a metric; null if the device has not reported it. Temperatures range from 0 to 100 °C. */
export function metricGauge(name: MetricName, device: MetricFields): Gauge | null {
  const { value, total, unit } = figureOf(name, device)
  if (value === null || total === null || total <= 0) return null
  return { name, value: value * unit, total: total * unit, percent: (value / total) * 100 }
}

function figureOf(name: MetricName, device: MetricFields) {
  switch (name) {
    case 'cpu':
      return { value: device.cpu_usage, total: 100, unit: 1 }
    case 'temperature':
      return { value: device.cpu_temp, total: 100, unit: 1 }
    case 'memory':
      return { value: device.memory_usage, total: device.memory_total, unit: MEBIBYTE }
    case 'storage':
      return { value: device.storage_usage, total: device.storage_total, unit: MEBIBYTE }
  }
}

/** A value as text with its unit. */
export function figureText(name: MetricName, value: number): string {
  if (name === 'cpu') return formatPercent(value)
  return name === 'temperature' ? metricText.celsius(formatNumber(value)) : formatBytes(value)
}
