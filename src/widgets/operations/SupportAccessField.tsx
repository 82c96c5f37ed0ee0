import { toLocalInput } from '@/lib/format.ts'
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
      min={toLocalInput(min)}
      error={error}
      required
      data-autofocus
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
