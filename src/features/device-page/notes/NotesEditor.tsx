import { IconHelp, IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { deviceCalls } from '@/domain/operations/device-calls.ts'
import { deviceQuery, type Device } from '@/features/device-page/device.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { commonText, formText } from '@/messages/common/common.ts'
import { factText, noteText } from '@/messages/device-page/device.ts'
import { SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { useFocusReturn } from '@/ui/use-focus-return.ts'
import { MarkdownSyntaxDialog } from './MarkdownSyntaxDialog.tsx'
import { dropDraft, keepDraft, storedDraft } from './note-draft.ts'
import styles from './NotesEditor.module.css'

const Markdown = lazy(() =>
  import('./MarkdownNote.tsx').then(({ MarkdownNote }) => ({ default: MarkdownNote })),
)

interface NotesEditorProps {
  device: Device
  /** Why notes cannot be edited. */
  reason: string | undefined
  /** It stands below a heading that says what it is. */
  isTitled?: boolean
}

/** The device notes, shown as Markdown and edited in place. A draft survives failed saves, polls and reloads. */
export function NotesEditor({ device, reason, isTitled = false }: NotesEditorProps) {
  const [draft, setDraft] = useState(() => (reason === undefined ? storedDraft(device.uuid) : null))
  const pencil = useFocusReturn(draft !== null)
  const note = device.note ?? ''
  const change = (text: string | null) => {
    setDraft(text)
    if (text === null) dropDraft(device.uuid)
    else keepDraft(device.uuid, text)
  }
  return (
    <div className={styles.notes}>
      <div className={styles.head}>
        {!isTitled && <h3 className={styles.title}>{factText.notes}</h3>}
        {draft === null && (
          <IconButton
            ref={pencil}
            size="s"
            label={noteText.edit}
            icon={<IconPencil size={14} />}
            reason={reason}
            onClick={() => change(note)}
          />
        )}
      </div>
      {draft === null ? (
        <ShownNote note={note} onEdit={reason === undefined ? () => change(note) : undefined} />
      ) : (
        <NoteForm device={device} draft={draft} onChange={change} />
      )}
    </div>
  )
}

function ShownNote({ note, onEdit }: { note: string; onEdit: (() => void) | undefined }) {
  if (note.trim() === '') {
    if (onEdit === undefined) return <p className={styles.none}>{noteText.none}</p>
    return (
      <button type="button" className={styles.write} onClick={onEdit}>
        {noteText.empty}
      </button>
    )
  }
  return (
    // The pencil button is the keyboard equivalent; clicks on links inside still follow the link.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className={styles.shown}
      data-editable={onEdit !== undefined || undefined}
      onClick={(event) => {
        const onLink = event.target instanceof Element && event.target.closest('a') !== null
        const selecting = window.getSelection()?.isCollapsed === false
        if (!onLink && !selecting) onEdit?.()
      }}
    >
      <Suspense fallback={<SkeletonLines lines={2} />}>
        <Markdown text={note} />
      </Suspense>
    </div>
  )
}

interface NoteFormProps {
  device: Device
  draft: string
  onChange: (draft: string | null) => void
}

function NoteForm({ device, draft, onChange }: NoteFormProps) {
  const id = useId()
  const queries = useQueryClient()
  const [explaining, setExplaining] = useState(false)
  const save = useMutation({
    mutationFn: () => deviceCalls.setNote(device.id, draft),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey })
      onChange(null)
      showToast({ tone: 'ok', title: noteText.saved })
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {noteText.label}
      </label>
      <textarea
        id={id}
        ref={focusOnce}
        className={styles.area}
        rows={6}
        value={draft}
        aria-describedby={save.isError ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      {save.isError && (
        <>
          <p id={`${id}-error`} role="alert" className={styles.error}>
            {failureText(save.error)}
          </p>
          <p>{formText.kept}</p>
        </>
      )}
      <div className={styles.buttons}>
        <Button size="s" type="submit" variant="primary" busy={save.isPending}>
          {commonText.save}
        </Button>
        <Button size="s" onClick={() => onChange(null)}>
          {noteText.discard}
        </Button>
        <Button size="s" variant="quiet" icon={<IconHelp size={15} />} onClick={() => setExplaining(true)}>
          {noteText.syntax}
        </Button>
      </div>
      {explaining && <MarkdownSyntaxDialog onClose={() => setExplaining(false)} />}
    </form>
  )
}

function focusOnce(area: HTMLTextAreaElement | null) {
  area?.focus()
}
