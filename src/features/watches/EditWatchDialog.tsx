import { useState } from 'react'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import { problemText } from '@/domain/device/query/query-words.ts'
import { leavesWhenOffline } from '@/engines/watches/leaves-filter.ts'
import { changeWatch, watchStore } from '@/engines/watches/watch-store.ts'
import {
  deviceWatches,
  listWatches,
  watchKey,
  watchSchema,
  type DeviceWatch,
  type ListWatch,
  type RolloutWatch,
  type Watch,
} from '@/engines/watches/watch.ts'
import { setWatchText, watchesText as text, watchKindText, watchText } from '@/messages/watches/watches.ts'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'

interface Props {
  watch: Watch
  onClose: () => void
}

/** Edits the condition of a watch. */
export function EditWatchDialog({ watch, onClose }: Props) {
  const store = watchStore()
  const [draft, setDraft] = useState(watch)
  const parsed = 'filter' in draft ? parseQuery(draft.filter) : undefined
  const problem = parsed?.ok === false ? problemText(parsed.problem) : undefined
  const isDuplicate = store.watches
    .get()
    .some((each) => each.id !== watch.id && watchKey(each) === watchKey(draft))
  const isValid = watchSchema.safeParse(draft).success
  return (
    <FormDialog
      title={text.editTitle}
      confirmLabel={text.save}
      onClose={onClose}
      reason={problem ?? (isDuplicate ? text.alike : isValid ? undefined : setWatchText.tooLong)}
      onSubmit={async () => {
        if (watchKey(draft) !== watchKey(watch)) changeWatch(store, draft)
        onClose()
      }}
    >
      <p>{watchText(watch)}</p>
      {'device' in draft ? (
        <DeviceFields draft={draft} onChange={setDraft} />
      ) : draft.kind === 'rollout-stage' ? (
        <RolloutFields draft={draft} onChange={setDraft} />
      ) : (
        <ListFields draft={draft} problem={problem} onChange={setDraft} />
      )}
    </FormDialog>
  )
}

interface FieldsProps<Draft> {
  draft: Draft
  onChange: (draft: Draft) => void
}

function DeviceFields({ draft, onChange }: FieldsProps<DeviceWatch>) {
  return (
    <SelectField
      label={text.when}
      value={draft.kind}
      options={deviceWatches.map((value) => ({ value, label: watchKindText[value] }))}
      onChange={(kind) => onChange({ ...draft, kind })}
    />
  )
}

function ListFields({ draft, problem, onChange }: FieldsProps<ListWatch> & { problem: string | undefined }) {
  return (
    <>
      <SelectField
        label={text.when}
        value={draft.kind}
        options={listWatches.map((value) => ({ value, label: watchKindText[value] }))}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      <TextField
        label={text.filter}
        description={text.filterDetail}
        value={draft.filter}
        error={problem}
        spellCheck={false}
        onChange={(event) => onChange({ ...draft, filter: event.target.value })}
      />
      {draft.kind === 'list-offline' && leavesWhenOffline(draft.filter) && <p>{setWatchText.leaves}</p>}
    </>
  )
}

const EVERY = 'every'

function RolloutFields({ draft, onChange }: FieldsProps<RolloutWatch>) {
  return (
    <SelectField
      label={text.when}
      value={draft.stage === null ? EVERY : 'one'}
      options={[
        { value: EVERY, label: setWatchText.everyStage },
        ...(draft.stage === null
          ? []
          : [{ value: 'one', label: setWatchText.stage(String(draft.stage + 1)) }]),
      ]}
      onChange={(value) => onChange({ ...draft, stage: value === EVERY ? null : draft.stage })}
    />
  )
}
