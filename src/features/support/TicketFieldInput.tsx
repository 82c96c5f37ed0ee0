import type { TicketField } from '@/api/model.ts'
import { ticketText as text } from '@/messages/support/support.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import {
  fieldProblem,
  isRequired,
  ticketFieldOptions,
  draftedValue,
  type FieldValue,
  type TicketDraft,
} from './ticket-form.ts'
import styles from './support.module.css'

export interface TicketFieldInputProps {
  field: TicketField
  draft: TicketDraft
  onChange: (value: FieldValue) => void
}

/** A field of the ticket form, as defined by the platform: type, title, description, and whether it is required. */
export function TicketFieldInput({ field, draft, onChange }: TicketFieldInputProps) {
  const { type, title_in_portal: title, raw_description: description } = field
  const value = draftedValue(field, draft)
  const options = ticketFieldOptions(field)
  if (type === 'checkbox') {
    return (
      <div>
        <Checkbox label={title} checked={value === true} onChange={onChange} />
        {description !== '' && <p className={styles.note}>{description}</p>}
      </div>
    )
  }
  const required = isRequired(field)
  const frame = {
    label: required ? title : text.optional(title),
    ...(description === '' ? {} : { description }),
  }
  if (options !== undefined) {
    return (
      <SelectField
        {...frame}
        value={String(value)}
        options={[
          // A required choice cannot be cleared again.
          ...(required && value !== '' ? [] : [{ value: '', label: required ? text.choose : text.none }]),
          ...options.map((option) => ({ value: option.value, label: option.name })),
        ]}
        onChange={onChange}
      />
    )
  }
  const input = {
    ...frame,
    required,
    value: String(value),
    error: fieldProblem(field, draft),
  }
  if (type === 'description' || type === 'textarea') {
    return (
      <TextArea
        {...input}
        rows={type === 'description' ? 6 : 3}
        spellCheck
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <TextField
      {...input}
      inputMode={type === 'integer' ? 'numeric' : 'text'}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
