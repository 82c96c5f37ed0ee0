import { useState } from 'react'
import {
  environmentNameProblem,
  environmentValueProblem,
  type NameLists,
} from '@/domain/variable/variable-names.ts'
import { readTextFile } from '@/lib/text-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { fileText } from '@/messages/common/files.ts'
import { envFileText, variablesText } from '@/messages/variables/variables.ts'
import { StatusMark } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { parseEnvFile } from './env-file.ts'
import { importedLines, type ImportedLine } from './env-import.ts'
import { valueHere, variableKey } from './staged-variables.ts'
import type { Changes } from './use-changes.ts'
import { Value } from './Value.tsx'
import type { VariableAccess } from './variable-owner.ts'
import { ServiceField } from './VariableDialog.tsx'
import type { VariableData } from './variables.queries.ts'
import styles from './EnvFileDialogs.module.css'
import cards from './RowCards.module.css'

export interface ImportDialogProps {
  data: VariableData
  changes: Changes
  lists: NameLists
  access: VariableAccess
  onClose: () => void
}

/** Enough for a thousand long variables; parsing a larger file would block the page. */
const MAX_BYTES = 1_000_000

/** Parses a `.env` file, previews the effect of each line, and stages the valid ones. */
export function ImportDialog({ data, changes, lists, access, onClose }: ImportDialogProps) {
  const [text, setText] = useState('')
  const [service, setService] = useState('all')
  const [problem, setProblem] = useState<string>()
  const serviceId = service === 'all' ? null : Number(service)
  const lines = importedLines(parseEnvFile(text), {
    valueOf: (name) => {
      const row = changes.rows.find(({ key }) => key === variableKey({ name, serviceId }))
      return row === undefined ? null : valueHere(row)
    },
    problemOf: (name, value) => environmentNameProblem(name, lists) ?? environmentValueProblem(value),
    whyNot: access,
  })
  const usable = lines.filter(({ outcome }) => outcome === 'added' || outcome === 'updated')
  const skipped = lines.filter(({ outcome }) => outcome === 'problem').length
  const load = async (file: File) => {
    if (file.size > MAX_BYTES) return setProblem(envFileText.tooLarge)
    const read = await readTextFile(file)
    const wrong = { encoding: envFileText.unreadable, unreadable: fileText.unreadableFile }
    setProblem(read.problem && wrong[read.problem])
    // What was pasted before stays.
    if (read.problem === undefined) setText(read.text)
  }
  const stageAll = () => {
    changes.stage(...usable.map(({ name, value }) => ({ name, serviceId, value })))
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={envFileText.importTitle}
      size="l"
      footer={
        <>
          {skipped > 0 && <span className={styles.skipped}>{envFileText.skipped(skipped)}</span>}
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant="primary"
            reason={usable.length === 0 ? envFileText.nothing : undefined}
            onClick={stageAll}
          >
            {envFileText.stage(usable.length)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.controls}>
          <FileField
            label={envFileText.choose}
            accept=".env,.txt,text/plain"
            error={problem}
            onChoose={(file) => void load(file)}
          />
          <ServiceField label={envFileText.importFor} data={data} value={service} onChange={setService} />
        </div>
        <TextArea
          label={envFileText.text}
          description={envFileText.textNote}
          mono
          rows={5}
          value={text}
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
        {lines.length > 0 && <Preview lines={lines} />}
      </div>
    </Dialog>
  )
}

function Preview({ lines }: { lines: readonly ImportedLine[] }) {
  const { columns } = variablesText
  return (
    <TableFrame label={envFileText.preview} compact maxHeight={280}>
      <thead className={cards.head}>
        <tr>
          <th scope="col" data-align="end">
            {envFileText.line}
          </th>
          <th scope="col">{columns.name}</th>
          <th scope="col" className={styles.wide}>
            {columns.value}
          </th>
          <th scope="col">{envFileText.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, name, value, outcome, problem }) => (
          <tr key={line} className={styles.line}>
            <td data-align="end">{line}</td>
            <td role="rowheader">
              <code>{name}</code>
            </td>
            <td className={styles.wide}>{name !== '' && <Value value={value} />}</td>
            <td className={styles.outcome}>
              {outcome === 'problem' ? (
                <span className={styles.problem}>
                  <StatusMark tone="bad" /> {problem}
                </span>
              ) : (
                envFileText.outcomes[outcome]
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
