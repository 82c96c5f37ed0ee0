import { formatNumber } from '@/lib/format.ts'
import type { Tone } from '@/ui/feedback/tone.ts'
import styles from './Bars.module.css'

export interface ProgressBarProps {
  /** 0 to 100; null while unknown. */
  value: number | null
  /** The name of the process. */
  label: string
}

/** A progress bar. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const share = value === null ? null : clampShare(value)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share)}
      className={styles.bar}
      data-unknown={share === null || undefined}
      style={{ height: 8 }}
    >
      <span
        className={styles.fill}
        data-tone="info"
        style={{ width: share === null ? '30%' : `${share}%` }}
      />
    </div>
  )
}

export interface UsageBarProps {
  /** 0 to 100. */
  percent: number
  label: string
  tone: Tone
  /** The value as text, if a percentage is not suitable: "1.3 GiB of 1.9 GiB". */
  text?: string
  height?: number
}

/** A usage bar. */
export function UsageBar({ percent, label, tone, text, height = 6 }: UsageBarProps) {
  const share = clampShare(percent)
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={text}
      className={styles.bar}
      style={{ height }}
    >
      <span className={styles.fill} data-tone={tone} style={{ width: `${share}%` }} />
    </div>
  )
}

export interface BreakdownPart {
  key: string
  label: string
  value: number
  tone: Tone
}

/** A stacked bar of shares. Without a label it is not read out, because its values stand beside it as text. */
export function BreakdownBar({
  parts,
  label,
  height = 8,
}: {
  parts: readonly BreakdownPart[]
  label?: string
  height?: number
}) {
  const filled = parts.filter(({ value }) => value > 0)
  const words = filled.map((part) => `${part.label} ${formatNumber(part.value)}`).join(', ')
  return (
    <div
      {...(label === undefined
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': words === '' ? label : `${label}: ${words}` })}
      className={styles.breakdown}
      style={{ height }}
    >
      {filled.map(({ key, value, tone }) => (
        <span key={key} className={styles.fill} data-tone={tone} style={{ flexGrow: value }} />
      ))}
    </div>
  )
}

function clampShare(percent: number): number {
  return Math.min(100, Math.max(0, Number.isFinite(percent) ? percent : 0))
}
