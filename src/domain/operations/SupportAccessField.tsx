import { supportAccessText } from '@/messages/support-access.ts'
import { TextField } from '@/ui/form/TextField.tsx'

export interface SupportAccessFieldProps {
  /** As a field of the browser has it: `2026-11-20T14:05` in the person's own time zone. */
  value: string
  onChange: (value: string) => void
  /** The earliest moment, in milliseconds since 1970. */
  min: number
  error: string | undefined
}

/** Until when support has access. */
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

/** A moment as `datetime-local` has it. */
export function localMoment(at: number): string {
  const moment = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The other way; null for what is no moment. */
export function instantOf(local: string): number | null {
  const at = local === '' ? NaN : Date.parse(local)
  return Number.isNaN(at) ? null : at
}
