import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatFileSize } from '@/lib/format.ts'
import { ticketText as text } from '@/messages/support/support.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { ATTACHMENT_LIMIT_MB, sortFiles } from './ticket-form.ts'
import styles from './support.module.css'

export interface AttachmentsProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** Identifies a file, so that choosing it twice attaches it once. */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** The files of a ticket. Files that are too large are rejected and listed. */
export function Attachments({ files, onChange }: AttachmentsProps) {
  const [tooLarge, setTooLarge] = useState<readonly string[]>([])
  const attach = (chosen: readonly File[]) => {
    const sorted = sortFiles(chosen)
    setTooLarge(sorted.tooLarge.map(({ name }) => name))
    // Empty files are reported only on the console.
    for (const { name } of sorted.empty) console.error(text.invalidAttachment(name))
    const known = new Set(files.map(keyOf))
    const added = sorted.fit.filter((file) => !known.has(keyOf(file)))
    if (added.length > 0) onChange([...files, ...added])
  }
  return (
    <div className={styles.attachments}>
      <FileField
        multiple
        label={text.attachments}
        description={text.attachmentsDetail(ATTACHMENT_LIMIT_MB)}
        error={tooLarge.length > 0 ? text.tooLarge(tooLarge, ATTACHMENT_LIMIT_MB) : undefined}
        onChoose={(_first, all) => attach(all)}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label={text.attached}>
          {files.map((file) => (
            <li key={keyOf(file)}>
              <span className={styles.fileName}>{file.name}</span> <small>{formatFileSize(file.size)}</small>
              <IconButton
                size="s"
                label={text.detach(file.name)}
                icon={<IconX size={15} aria-hidden="true" />}
                onClick={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
