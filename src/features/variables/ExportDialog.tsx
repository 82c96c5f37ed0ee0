import { useState } from 'react'
import { canSaveFiles, fileName, saveTextFile } from '@/lib/save-file.ts'
import { commonText } from '@/messages/common/common.ts'
import { envFileText } from '@/messages/variables/variables.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { formatEnvFile } from './env-file.ts'
import type { Changes } from './use-changes.ts'
import { ServiceField } from './VariableDialog.tsx'
import type { VariableData } from './variables.queries.ts'
import styles from './EnvFileDialogs.module.css'

export interface ExportDialogProps {
  data: VariableData
  changes: Changes
  onClose: () => void
}

/** Exports the saved variables of one service, or those for all services, as a `.env` file. */
export function ExportDialog({ data, changes, onClose }: ExportDialogProps) {
  const { owner } = changes.target
  const [service, setService] = useState('all')
  const [withFleet, setWithFleet] = useState(false)
  const serviceId = service === 'all' ? null : Number(service)
  const pairs = changes.rows
    .filter((row) => row.serviceId === serviceId)
    .flatMap(({ saved, inherited }) => saved ?? (withFleet ? (inherited ?? []) : []))
  const text = formatEnvFile(pairs)
  const picked = data.services.find(({ id }) => id === serviceId)
  const name = fileName(`${owner.name}${picked === undefined ? '' : `_${picked.name}`}.env`)
  const why = canSaveFiles()
    ? pairs.length === 0
      ? envFileText.exportNothing
      : undefined
    : envFileText.cannotSave
  return (
    <Dialog
      onClose={onClose}
      title={envFileText.exportTitle}
      footer={
        <>
          <CopyButton size="m" text={text} what={envFileText.content} />
          <Button onClick={onClose}>{commonText.close}</Button>
          <Button variant="primary" reason={why} onClick={() => saveTextFile(name, text)}>
            {envFileText.save}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <ServiceField label={envFileText.exportFor} data={data} value={service} onChange={setService} />
        {owner.kind === 'device' && (
          <Checkbox label={envFileText.withFleet} checked={withFleet} onChange={setWithFleet} />
        )}
        <TextArea
          label={name}
          description={envFileText.exportNote}
          mono
          readOnly
          rows={8}
          value={text === '' ? envFileText.exportNothing : text}
        />
      </div>
    </Dialog>
  )
}
