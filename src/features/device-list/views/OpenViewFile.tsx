import { useState } from 'react'
import { MAX_CHARACTERS } from '@/files/bounded-yaml.ts'
import { FileProblem } from '@/files/file-problem.ts'
import { formatNumber } from '@/lib/format.ts'
import { readTextFile } from '@/lib/text-file.ts'
import { fileText } from '@/messages/common/files.ts'
import { sharedViewsText } from '@/messages/device-list/views.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import type { SavedView } from './saved-views.ts'
import { readViewFile } from './view-file.ts'
import styles from './ViewsDialog.module.css'

export interface OpenViewFileProps {
  /** The existing views. */
  views: readonly SavedView[]
  onAdd: (views: readonly SavedView[]) => void
}

type Read = { views: readonly SavedView[] } | { problem: string }

async function readFile(file: File): Promise<Read> {
  // A character has at most 4 bytes in UTF-8, so longer files need not be read.
  if (file.size > 4 * MAX_CHARACTERS) return { problem: sharedViewsText.fileTooLong }
  const read = await readTextFile(file)
  const wrong = { encoding: sharedViewsText.unreadableFile, unreadable: fileText.unreadableFile }
  if (read.problem !== undefined) return { problem: wrong[read.problem] }
  try {
    return { views: readViewFile(read.text) }
  } catch (error) {
    return { problem: error instanceof FileProblem ? error.message : sharedViewsText.unreadableFile }
  }
}

/** Opens a file of views, lists its views, and adds them. */
export function OpenViewFile({ views, onAdd }: OpenViewFileProps) {
  const [read, setRead] = useState<Read>()
  const found = read && 'views' in read ? read.views : undefined
  const taken = new Set(views.map(({ name }) => name))
  return (
    <div className={styles.file}>
      <FileField
        label={sharedViewsText.open}
        description={sharedViewsText.openHint}
        accept=".json,application/json"
        error={read && 'problem' in read ? read.problem : undefined}
        onChoose={(file) => void readFile(file).then(setRead)}
      />
      {found && (
        <div className={styles.found}>
          <Status>{sharedViewsText.found(found.length, formatNumber(found.length))}</Status>
          <ul>
            {found.map(({ name }) => (
              <li key={name}>
                {name}
                {taken.has(name) && <span className={styles.hint}>, {sharedViewsText.replacesYours}</span>}
              </li>
            ))}
          </ul>
          <Button
            variant="primary"
            onClick={() => {
              onAdd(found)
              setRead(undefined)
            }}
          >
            {sharedViewsText.add(found.length, formatNumber(found.length))}
          </Button>
        </div>
      )}
    </div>
  )
}
