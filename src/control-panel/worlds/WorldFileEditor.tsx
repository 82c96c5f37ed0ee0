import { useRef, useState } from 'react'
import { useFileDrop } from '@/control-panel/use-file-drop.ts'
import { showFailure } from '@/control-panel/world-control.ts'
import type { FileProblem } from '@/files/file-problem.ts'
import { readTextFile } from '@/lib/text-file.ts'
import { fileText } from '@/messages/common/files.ts'
import { ownWorldText as text } from '@/messages/control-panel/own-world.ts'
import { MAX_KILOBYTES } from '@/simulation/world-limits.ts'
import { writeWorldFile } from '@/simulation/write-world-file.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { FileField } from '@/ui/form/FileField.tsx'
import { TextArea } from '@/ui/form/TextArea.tsx'
import schema from '../../../docs/world.schema.json' with { type: 'json' }
import { suggestionsAt } from './suggestions.ts'
import styles from './WorldFileEditor.module.css'
import panel from '@/control-panel/ControlPanel.module.css'
import session from '@/control-panel/SessionSection.module.css'

const MAX_SUGGESTED = 24

export interface WorldFileEditorProps {
  written: string
  problem: FileProblem | null
  isFine: boolean
  onEdit: (written: string) => void
  /** The file of the current world. */
  loadOpen: () => Promise<object | null>
}

/** An editor for the world file, with errors and completion; files can be pasted, chosen or dropped. */
export function WorldFileEditor({ written, problem, isFine, onEdit, loadOpen }: WorldFileEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const take = async (file: File) => {
    const isSmall = file.size <= MAX_KILOBYTES * 1000
    setTooLarge(!isSmall)
    if (!isSmall) return
    const read = await readTextFile(file)
    const wrong = { encoding: text.noText, unreadable: fileText.unreadableFile }
    if (read.problem === undefined) onEdit(read.text)
    else showFailure(new Error(wrong[read.problem]))
  }
  const load = async () => {
    const file = await loadOpen()
    if (file === null) showFailure(new Error(text.noPresent))
    else onEdit(writeWorldFile(file))
  }
  const { place, isOver } = useFileDrop((file) => void take(file))
  const suggested = caret === null ? null : suggestionsAt(written, caret, schema)
  /** Selects a range and scrolls it into view. */
  const select = (from: number, to: number) => {
    const element = area.current
    if (element === null) return
    element.focus()
    element.setSelectionRange(from, to)
    const lines = written.split('\n').length
    const line = written.slice(0, from).split('\n').length
    element.scrollTop = (element.scrollHeight / lines) * Math.max(0, line - 4)
    setCaret(to)
  }
  const insert = (word: string) => {
    if (suggested === null) return
    const put = suggested.areKeys && !written.slice(suggested.to).startsWith(':') ? `${word}: ` : word
    onEdit(written.slice(0, suggested.from) + put + written.slice(suggested.to))
    const end = suggested.from + put.length
    // After the text is set.
    requestAnimationFrame(() => select(end, end))
  }
  const line = problem?.line ?? null
  return (
    <section
      className={`${panel.section} ${session.session}`}
      aria-label={text.file}
      data-over={isOver || undefined}
      ref={place}
    >
      <h3>{text.file}</h3>
      <p className={panel.note}>{text.fileIntro}</p>
      <TextArea
        label={text.contents}
        mono
        rows={16}
        wrap="off"
        ref={area}
        value={written}
        error={problem?.message}
        onChange={({ target }) => {
          onEdit(target.value)
          setCaret(target.selectionStart)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      />
      {line !== null && (
        <div>
          <Button size="s" onClick={() => selectLine(written, line, select)}>
            {text.goToLine(line)}
          </Button>
        </div>
      )}
      {isFine && <Status className={panel.note}>{text.fine}</Status>}
      {suggested !== null && (
        <div className={styles.suggestions} role="group" aria-label={text.suggestions}>
          {suggested.words.slice(0, MAX_SUGGESTED).map((word) => (
            <Button key={word} size="s" aria-label={text.insert(word)} onClick={() => insert(word)}>
              <code>{word}</code>
            </Button>
          ))}
        </div>
      )}
      <div>
        <Button size="s" onClick={() => void load().catch(showFailure)}>
          {text.showPresent}
        </Button>
      </div>
      <FileField
        label={text.choose}
        accept=".yaml,.yml,.json"
        error={isTooLarge ? text.tooLarge : undefined}
        onChoose={(file) => void take(file)}
      />
      <p className={panel.note}>{text.dropHere}</p>
    </section>
  )
}

function selectLine(written: string, line: number, select: (from: number, to: number) => void) {
  const lines = written.split('\n')
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  select(from, from + (lines[line - 1]?.length ?? 0))
}
