import { useState } from 'react'
import {
  configurationNameProblem,
  counterpartName,
  type NameLists,
} from '@/domain/variable/variable-names.ts'
import { configText, variableFormText, variableProblemText } from '@/messages/variables/variables.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import {
  configurationValueProblem,
  schemaDefault,
  propertyOf,
  type ConfigProperty,
  type Schemas,
} from './config-properties.ts'
import { effectiveValue, type SettingRow } from './config-rows.ts'
import { SettingValueField } from './SettingValueField.tsx'
import type { VariableRow } from './staged-variables.ts'
import { StageDialog } from './StageDialog.tsx'
import type { Changes } from './use-changes.ts'
import type { VariableOwner } from './variable-owner.ts'
import styles from './VariableDialog.module.css'

export interface SettingDialogProps {
  /** The setting to edit; null adds a custom one. */
  row: SettingRow | null
  changes: Changes
  lists: NameLists
  schemas: Schemas
  onClose: () => void
}

/** Edits a setting, or adds one that the platform does not describe. */
export function SettingDialog({ row, changes, lists, schemas, onClose }: SettingDialogProps) {
  const [typedName, setTypedName] = useState('')
  const [value, setValue] = useState(row === null ? '' : (effectiveValue(row).value ?? ''))
  const [tried, setTried] = useState(false)
  const property = row?.property ?? null
  const name = row?.name ?? typedName.trim()
  const nameProblem =
    row === null
      ? (configurationNameProblem(name, lists) ?? existsProblem(name, changes.rows, schemas))
      : undefined
  const valueProblem = configurationValueProblem(value, property ?? {})
  const submit = () => {
    setTried(true)
    if (nameProblem !== undefined || valueProblem !== undefined) return
    changes.stage({ name, serviceId: null, value })
    onClose()
  }
  return (
    <StageDialog
      title={row === null ? configText.addTitle : configText.edit(row.name)}
      submit={row === null ? configText.add : variableFormText.stage}
      reason={value === '' ? valueProblem : name === '' ? variableProblemText.fieldsMissing : undefined}
      changes={changes}
      draft={{ name, serviceId: null, saved: row?.saved ?? null, value }}
      onSubmit={submit}
      onClose={onClose}
    >
      {property !== null && <About property={property} of={changes.target.owner.kind} />}
      {row === null && (
        <TextField
          required
          label={variableFormText.name}
          value={typedName}
          description={configText.customNote}
          error={tried ? nameProblem : undefined}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTypedName(event.target.value)}
        />
      )}
      <SettingValueField
        property={property}
        value={value}
        error={tried && value !== '' ? valueProblem : undefined}
        onChange={setValue}
      />
      {row !== null && <FallbackValues row={row} />}
    </StageDialog>
  )
}

/** The platform's description of a setting, with warnings about changing it. */
function About({ property, of }: { property: ConfigProperty; of: VariableOwner['kind'] }) {
  return (
    <>
      {property.description && <p>{property.description}</p>}
      {property.will_reboot && <Banner tone="warn">{configText.willReboot[of]}</Banner>}
      {property.warning && <Banner tone="warn">{property.warning}</Banner>}
    </>
  )
}

/** The values that apply if none is set here. */
function FallbackValues({ row: { property, inherited } }: { row: SettingRow }) {
  const defaultValue = property === null ? null : schemaDefault(property)
  return (
    <>
      {defaultValue !== null && <p className={styles.note}>{configText.defaultValue(defaultValue)}</p>}
      {inherited !== null && <p className={styles.note}>{variableFormText.fleetValue(inherited.value)}</p>}
    </>
  )
}

/** Why a custom name is already taken, under either prefix. */
function existsProblem(name: string, rows: readonly VariableRow[], schemas: Schemas): string | undefined {
  const listed =
    propertyOf(name, schemas) !== undefined ||
    rows.some((row) => row.name === name || row.name === counterpartName(name))
  return listed ? variableProblemText.takenConfiguration(name) : undefined
}
