import { useState, type ReactNode } from 'react'
import type { ApiKey, KeyFields } from '@/domain/access/api-keys.queries.ts'
import { expiryChoices, chosenExpiry, expiryProblem, type ExpiryChoice } from '@/domain/access/key-expiry.ts'
import { keysText as text } from '@/messages/access/keys.ts'
import type { EquivalentCommandProps } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

export interface KeyDialogProps {
  title: string
  /** The key to edit; null to create one. */
  apiKey: ApiKey | null
  onClose: () => void
  onSubmit: (fields: KeyFields) => Promise<void>
  commands: (fields: KeyFields) => Pick<EquivalentCommandProps, 'cli' | 'curl'>
  /** A dialog opened from this one. */
  over?: ReactNode
}

/** Creates an API key, or edits its name, description and expiry. */
export function KeyDialog({ title, apiKey, onClose, onSubmit, commands, over }: KeyDialogProps) {
  const [name, setName] = useState(apiKey?.name ?? '')
  const [description, setDescription] = useState(apiKey?.description ?? '')
  const [choice, setChoice] = useState<ExpiryChoice>(apiKey === null ? 'unset' : 'keep')
  const [expiresAt, setExpiresAt] = useState('')
  const now = useTimeSource().now()
  const chosen = { choice, expiresAt, present: apiKey?.expiry_date ?? null }
  const problem = expiryProblem(chosen, now)
  const expiry = chosenExpiry(chosen, now) ?? null
  const fields: KeyFields = { name: name.trim(), description: description.trim(), expiry }
  const choices: readonly ExpiryChoice[] = [apiKey === null ? 'unset' : 'keep', ...expiryChoices]
  return (
    <FormDialog
      title={title}
      confirmLabel={apiKey === null ? text.createConfirm : text.saveConfirm}
      onClose={onClose}
      reason={fields.name === '' ? text.nameMissing : problem && text.expiryProblems[problem]}
      commands={problem === undefined ? commands(fields) : undefined}
      onSubmit={() => onSubmit(fields)}
      over={over}
    >
      <TextField
        required
        label={text.name}
        value={name}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={text.description}
        value={description}
        rows={2}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField
        label={text.expiry}
        value={choice}
        options={choices.map((value) => ({ value, label: text.expiries[value] }))}
        onChange={setChoice}
      />
      {choice === 'custom' && (
        <TextField
          required
          label={text.dateAndTime}
          type="datetime-local"
          value={expiresAt}
          error={problem === 'past' ? text.expiryProblems.past : undefined}
          onChange={(event) => setExpiresAt(event.target.value)}
        />
      )}
      {choice === 'never' && <Banner tone="warn">{text.neverWarning}</Banner>}
    </FormDialog>
  )
}
