import { supportAccessText } from '@/messages/access/support-access.ts'
import { TextField } from '@/ui/form/TextField.tsx'

export interface SupportAccessFieldProps {
  /** Value of the date field: `2026-11-20T14:05` in the user's time zone. */
  value: string
  onChange: (value: string) => void
  /** The earliest time, in milliseconds since 1970. */
  min: number
  error: string | undefined
}

/** The expiry of support access. */
export function SupportAccessField({ value, onChange, min, error }: SupportAccessFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label={supportAccessText.label}
      description={supportAccessText.description}
      value={value}
      min={localMoment(min)}
      error={error}
      required
      data-autofocus
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A time in the format of `datetime-local`. */
export function localMoment(at: number): string {
  const moment = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The reverse; null if invalid. */
export function instantOf(local: string): number | null {
  const at = local === '' ? NaN : Date.parse(local)
  return Number.isNaN(at) ? null : at
}
