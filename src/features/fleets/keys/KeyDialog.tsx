import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '@/domain/fleet.queries.ts'
import { fleetKeysText as text } from '@/messages/fleet-keys.ts'
import { useTimeSource } from '@/ui/now.tsx'
import { SelectField } from '@/ui/SelectField.tsx'
import { TextArea } from '@/ui/TextArea.tsx'
import { TextField } from '@/ui/TextField.tsx'
import { showToast } from '@/ui/toasts.ts'
import { fleetCommands } from '../fleet-commands.ts'
import { FormDialog } from '../FormDialog.tsx'
import { expiryChoices, expiryOf, type ExpiryChoice } from './key-expiry.ts'
import {
  changedKeyBody,
  fleetKeysQuery,
  keyCalls,
  newKeyBody,
  type FleetKey,
  type KeyFields,
} from './keys.queries.ts'

export interface KeyDialogProps {
  fleet: Fleet
  /** The key to change; null to make one. */
  fleetKey: FleetKey | null
  onClose: () => void
  /** Is given the secret of a new key. */
  onCreated?: (secret: string) => void
}

/** Makes a provisioning key, or names, describes and ends one. */
export function KeyDialog({ fleet, fleetKey, onClose, onCreated }: KeyDialogProps) {
  const queries = useQueryClient()
  const time = useTimeSource()
  const [name, setName] = useState(fleetKey?.name ?? '')
  const [description, setDescription] = useState(fleetKey?.description ?? '')
  const [choice, setChoice] = useState<ExpiryChoice>(fleetKey === null ? 'never' : 'keep')
  const [day, setDay] = useState('')
  const now = time.now()
  const expiry = expiryOf({ choice, day, present: fleetKey?.expiry_date ?? null }, now)
  const isPast = choice === 'date' && typeof expiry === 'string' && Date.parse(expiry) < now
  const fields: KeyFields = { name: name.trim(), description: description.trim(), expiry: expiry ?? null }

  const submit = async () => {
    if (fleetKey === null) {
      const secret = await keyCalls.create(fleet.id, fields)
      onCreated?.(secret)
    } else {
      await keyCalls.change(fleetKey.id, fields)
      showToast({ tone: 'ok', title: text.saved(fields.name) })
    }
    onClose()
    await queries.invalidateQueries({ queryKey: fleetKeysQuery(fleet.id).queryKey })
  }
  const choices: readonly ExpiryChoice[] = fleetKey === null ? expiryChoices : ['keep', ...expiryChoices]
  return (
    <FormDialog
      title={fleetKey === null ? text.createTitle : text.editTitle}
      confirmLabel={fleetKey === null ? text.createConfirm : text.saveConfirm}
      onClose={onClose}
      reason={
        fields.name === ''
          ? text.nameMissing
          : expiry === undefined
            ? text.dateMissing
            : isPast
              ? text.datePast
              : undefined
      }
      commands={commandsOf(fleet, fleetKey, fields)}
      onSubmit={submit}
    >
      <TextField
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
        options={choices.map((value) => ({
          value,
          label: value === 'keep' ? text.keepExpiry : text.expiries[value],
        }))}
        onChange={setChoice}
      />
      {choice === 'date' && (
        <TextField
          label={text.date}
          type="date"
          value={day}
          error={isPast ? text.datePast : undefined}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

function commandsOf(fleet: Fleet, fleetKey: FleetKey | null, fields: KeyFields) {
  return fleetKey === null
    ? fleetCommands(null, { method: 'POST', path: '/api-key/v2/', body: newKeyBody(fleet.id, fields) })
    : fleetCommands(null, {
        method: 'PATCH',
        path: `/v7/api_key(${fleetKey.id})`,
        body: changedKeyBody(fields),
      })
}
