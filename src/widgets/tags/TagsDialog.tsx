import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { draftKey, forgetDraft } from '@/domain/account/kept-drafts.ts'
import {
  changeTags,
  tagCommands,
  TagsFailed,
  type TagChange,
  type TaggedKind,
  type TaggedThing,
} from '@/domain/tags/tag-writes.ts'
import { sharedTags, tagNameProblem, type SharedTag } from '@/domain/tags/tags.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText, formText } from '@/messages/common/common.ts'
import { tagText } from '@/messages/common/tags.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { announce } from '@/ui/feedback/announcements.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useDraft } from '@/widgets/dialog/drafts.ts'
import styles from './TagsDialog.module.css'

export interface TagsDialogProps {
  kind: TaggedKind
  /** One or several resources; several get the same tags. */
  things: readonly TaggedThing[]
  /** Why the user may not remove tags, although they may add and change them. */
  whyNotRemove?: string | undefined
  /** Reloads the changed data. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/** The name of the draft. */
const DRAFT = 'tags'

type Subject = Omit<TagsDialogProps, 'onClose'>

/**
 * Adds, changes and removes tags of fleets, devices or releases. Each change is saved separately; the input is kept until
 * it is saved.
 */
export function TagsDialog({ onClose, ...subject }: TagsDialogProps) {
  const close = () => {
    forgetDraft(draftKey(location.pathname, DRAFT))
    onClose()
  }
  const { kind, things } = subject
  const tags = sharedTags(things)
  return (
    <Dialog
      onClose={close}
      title={things.length === 1 ? tagText.title : tagText.titleOfMany(kind, formatNumber(things.length))}
      footer={<Button onClick={close}>{commonText.close}</Button>}
    >
      {tags.length === 0 && <p className={styles.none}>{tagText.none(kind)}</p>}
      <ul className={styles.list}>
        {tags.map((tag) => (
          <li key={tag.key}>
            <TagRow subject={subject} tag={tag} />
          </li>
        ))}
      </ul>
      <NewTag subject={subject} />
    </Dialog>
  )
}

/** Changes tags and reloads them. Errors are shown in the dialog and as a toast. */
function useTagChange({ kind, things, onChanged }: Subject) {
  return useMutation({
    mutationFn: (change: TagChange) => changeTags(kind, things, change),
    onSuccess: (_, { key, value }) => announce(value === null ? tagText.removed(key) : tagText.saved(key)),
    onError: (error) => showToast({ tone: 'bad', title: tagText.failed, detail: failureOf(error) }),
    onSettled: () => onChanged(),
  })
}

const failureOf = (error: Error) => (error instanceof TagsFailed ? error.message : errorMessage(error))

function TagRow({ subject, tag: { key, value, on } }: { subject: Subject; tag: SharedTag }) {
  const [draft, setDraft] = useState<string | null>(null)
  const save = useTagChange(subject)
  const remove = useTagChange(subject)
  const { attach, forget } = useDraft(`${DRAFT}.of ${key}`)
  const { kind, things } = subject
  const failure = save.error ?? remove.error
  const isOnAll = on === things.length
  const changed = draft !== null && (draft !== value || !isOnAll)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed || save.isPending) return
    save.mutate(
      { key, value: draft },
      {
        onSuccess: () => {
          forget()
          setDraft(null)
        },
      },
    )
  }
  return (
    <form ref={attach} className={styles.row} onSubmit={submit}>
      <TextField
        label={key}
        value={draft ?? value ?? ''}
        placeholder={value === null ? tagText.severalValues : undefined}
        description={isOnAll ? undefined : tagText.onSome(formatNumber(on), formatNumber(things.length))}
        error={failure ? failureOf(failure) : undefined}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
      />
      {changed && (
        <Button type="submit" aria-label={tagText.saveTag(key)} busy={save.isPending}>
          {commonText.save}
        </Button>
      )}
      <IconButton
        label={tagText.removeTag(key)}
        icon={<IconTrash size={16} aria-hidden="true" />}
        busy={remove.isPending}
        reason={subject.whyNotRemove}
        onClick={() => remove.mutate({ key, value: null })}
      />
      {failure && changed && <p className={styles.wide}>{formText.kept}</p>}
      {changed && (
        <div className={styles.wide}>
          <EquivalentCommand {...tagCommands(kind, things, { key, value: draft })} />
        </div>
      )}
    </form>
  )
}

function NewTag({ subject }: { subject: Subject }) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const add = useTagChange(subject)
  const { isBack, attach, forget } = useDraft(`${DRAFT}.new`)
  const tag = { key: key.trim(), value }
  const problem = tagNameProblem(tag.key)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem !== undefined || add.isPending) return
    add.mutate(tag, {
      onSuccess: () => {
        forget()
        setKey('')
        setValue('')
        setTried(false)
      },
    })
  }
  const keyError = tried && problem ? problem : add.error ? failureOf(add.error) : undefined
  return (
    <form ref={attach} className={styles.add} onSubmit={submit} noValidate>
      {isBack && <Status className={styles.wide}>{formText.isBack}</Status>}
      <TextField
        required
        label={tagText.key}
        value={key}
        error={keyError}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setKey(event.target.value)}
      />
      <TextField
        label={tagText.value}
        value={value}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={add.isPending}>
        {tagText.add}
      </Button>
      {add.isError && <p className={styles.wide}>{formText.kept}</p>}
      {problem === undefined && (
        <div className={styles.wide}>
          <EquivalentCommand {...tagCommands(subject.kind, subject.things, tag)} />
        </div>
      )}
    </form>
  )
}
