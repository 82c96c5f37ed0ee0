import { useState, type FormEvent } from 'react'
import { operandCount, type Condition, type FieldRef } from '@/domain/device/query/device-query.ts'
import { fieldInfo, offeredFields, operatorsFor, valuesFor } from '@/domain/device/query/query-fields.ts'
import { operatorLabel, valueLabel } from '@/domain/device/query/query-words.ts'
import { commonText } from '@/messages/common/common.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { draftedCondition, conditionDraft, draftProblem, type ConditionDraft } from './condition-draft.ts'
import type { KnownTexts } from './suggest.ts'
import styles from './ConditionDialog.module.css'

const FORM = 'device-condition'

export interface ConditionDialogProps {
  /** The condition to edit; undefined adds one. */
  condition: Condition | undefined
  known: KnownTexts
  onClose: () => void
  onApply: (condition: Condition) => void
}

/** Builds one condition step by step: field, operator, values. */
export function ConditionDialog({ condition, known, onClose, onApply }: ConditionDialogProps) {
  const [draft, setDraft] = useState(() => conditionDraft(condition))
  const change = (part: Partial<ConditionDraft>) => setDraft({ ...draft, ...part })
  const problem = draftProblem(draft)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem === undefined) onApply(draftedCondition(draft))
  }
  const chooseField = (field: FieldRef['field']) => {
    const [operator = '='] = operatorsFor(field)
    change({ field, operator, value: valuesFor(field)?.[0] ?? '' })
  }
  return (
    <Dialog
      onClose={onClose}
      title={condition ? words.editTitle : words.addTitle}
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button variant="primary" type="submit" form={FORM} reason={problem}>
            {words.apply}
          </Button>
        </>
      }
    >
      <form id={FORM} className={styles.form} onSubmit={submit}>
        <SelectField
          label={words.field}
          value={draft.field}
          options={[...new Set([...offeredFields(), draft.field])].map((field) => ({
            value: field,
            label: words.fields[field],
          }))}
          onChange={chooseField}
        />
        {draft.field === 'tag' && (
          <>
            <TextField
              label={words.tagKey}
              list={`${FORM}-keys`}
              value={draft.key}
              onChange={({ target }) => change({ key: target.value })}
            />
            <Options id={`${FORM}-keys`} texts={known.tagKeys} />
          </>
        )}
        <SelectField
          label={words.operator}
          value={draft.operator}
          options={operatorsFor(draft.field).map((operator) => ({
            value: operator,
            label: operatorLabel(draft.field, operator),
          }))}
          onChange={(operator) => change({ operator })}
        />
        <ValueField draft={draft} known={known} onValue={(value) => change({ value })} />
      </form>
    </Dialog>
  )
}

interface ValueFieldProps {
  draft: ConditionDraft
  known: KnownTexts
  onValue: (value: string) => void
}

function ValueField({ draft: { field, key, operator, value }, known, onValue }: ValueFieldProps) {
  const choices = valuesFor(field)
  const { kind } = fieldInfo(field)
  const takes = operandCount(operator)
  if (takes === 'none') return null
  if (takes === 'many') {
    return (
      <TextArea
        label={words.values}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        rows={4}
      />
    )
  }
  if (choices) {
    return (
      <SelectField
        label={words.value}
        value={value}
        options={choices.map((each) => ({ value: each, label: valueLabel(field, each) }))}
        onChange={onValue}
      />
    )
  }
  return (
    <>
      <TextField
        label={words.value}
        value={value}
        list={field === 'tag' ? `${FORM}-values` : undefined}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        description={kind === 'date' ? words.dateHint : undefined}
        onChange={({ target }) => onValue(target.value)}
      />
      {field === 'tag' && <Options id={`${FORM}-values`} texts={known.tagValues(key)} />}
    </>
  )
}

function Options({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text}>
          {text}
        </option>
      ))}
    </datalist>
  )
}
