import { useState } from 'react'
import { DataFileProblem, MOST_CHARACTERS } from '@/lib/data-file.ts'
import { formatNumber } from '@/lib/format.ts'
import { sharedViewsText } from '@/messages/views.ts'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import type { SavedView } from '../saved-views.ts'
import { readViewFile } from './view-file.ts'
import styles from './ViewsDialog.module.css'

export interface OpenViewFileProps {
  /** Those that there are. */
  views: readonly SavedView[]
  onAdd: (views: readonly SavedView[]) => void
}

type Read = { views: readonly SavedView[] } | { problem: string }

async function readFile(file: File): Promise<Read> {
  // A character has four bytes at most; what is longer is not even read.
  if (file.size > 4 * MOST_CHARACTERS) return { problem: sharedViewsText.fileTooLong }
  try {
    const text = await file.text()
    // A text file holds no zero bytes; what does is a picture or a program.
    return text.includes('\0') ? { problem: sharedViewsText.unreadableFile } : { views: readViewFile(text) }
  } catch (error) {
    return { problem: error instanceof DataFileProblem ? error.message : sharedViewsText.unreadableFile }
  }
}

/** Reads the views of a file, shows which they are, and adds them. */
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
          <p role="status">{sharedViewsText.found(found.length, formatNumber(found.length))}</p>
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
