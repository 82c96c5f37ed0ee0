import { useState } from 'react'
import {
  environmentNameProblem,
  environmentValueProblem,
  type NameLists,
} from '@/domain/variable/variable-names.ts'
import { variableFormText, variableProblemText, variablesText } from '@/messages/variables/variables.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { isTaken, valueHere, variableKey, type VariableRow } from './staged-variables.ts'
import { StageDialog } from './StageDialog.tsx'
import type { Changes } from './use-changes.ts'
import type { VariableData } from './variables.queries.ts'
import { serviceName } from './VariablesTable.tsx'
import styles from './VariableDialog.module.css'

const ALL = 'all'

export interface VariableDialogProps {
  /** The variable to edit; null adds one. */
  row: VariableRow | null
  data: VariableData
  changes: Changes
  lists: NameLists
  onClose: () => void
}

/** Adds or edits a variable. Both are staged, not sent. */
export function VariableDialog({ row, data, changes, lists, onClose }: VariableDialogProps) {
  const [name, setName] = useState(row?.name ?? '')
  const [service, setService] = useState(ALL)
  const [value, setValue] = useState(firstValue(row))
  const [tried, setTried] = useState(false)
  const serviceId = row === null ? (service === ALL ? null : Number(service)) : row.serviceId
  const target = { name: name.trim(), serviceId }

  const nameProblem =
    row === null
      ? (environmentNameProblem(target.name, lists) ??
        (isTaken(changes.rows, target)
          ? variableProblemText.taken(target.name, serviceName(serviceId, data))
          : undefined))
      : undefined
  const valueProblem = environmentValueProblem(value)
  const submit = () => {
    setTried(true)
    if (nameProblem !== undefined || valueProblem !== undefined) return
    changes.stage({ ...target, value })
    onClose()
  }
  const saved = changes.rows.find(({ key }) => key === variableKey(target))?.saved ?? null
  return (
    <StageDialog
      title={titleOf(row)}
      submit={row === null ? variableFormText.stageNew : variableFormText.stage}
      changes={changes}
      draft={{ ...target, saved, value }}
      onSubmit={submit}
      onClose={onClose}
    >
      {row === null && (
        <>
          <TextField
            required
            label={variableFormText.name}
            value={name}
            error={tried ? nameProblem : undefined}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setName(event.target.value)}
          />
          <ServiceField data={data} value={service} onChange={setService} />
        </>
      )}
      {row !== null && row.serviceId !== null && (
        <p className={styles.note}>{variablesText.forService(serviceName(row.serviceId, data))}</p>
      )}
      <TextArea
        label={variableFormText.value}
        value={value}
        mono
        error={valueProblem}
        description={row?.inherited ? variableFormText.fleetValue(row.inherited.value) : undefined}
        data-autofocus={row === null ? undefined : true}
        onChange={(event) => setValue(event.target.value)}
      />
    </StageDialog>
  )
}

/** The initial value of the field: the staged value, else the saved one, else the fleet's. */
function firstValue(row: VariableRow | null): string {
  if (row === null) return ''
  return valueHere(row) ?? row.saved?.value ?? row.inherited?.value ?? ''
}

function titleOf(row: VariableRow | null): string {
  if (row === null) return variableFormText.addTitle
  return row.saved === null && row.change === null
    ? variableFormText.overrideTitle(row.name)
    : variableFormText.editTitle(row.name)
}

export interface ServiceFieldProps {
  label?: string
  data: Pick<VariableData, 'targets'>
  /** A service id as text, or `all`. */
  value: string
  onChange: (value: string) => void
}

/** The service of a variable, or all services. Without services there is no choice. */
export function ServiceField({ label = variableFormText.service, data, value, onChange }: ServiceFieldProps) {
  if (data.targets.length === 0) return <p className={styles.note}>{variableFormText.noServices}</p>
  return (
    <SelectField
      label={label}
      value={value}
      options={[
        { value: ALL, label: variablesText.allServices },
        ...data.targets.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={onChange}
    />
  )
}
