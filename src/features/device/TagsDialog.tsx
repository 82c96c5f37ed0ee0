import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { tagValues } from '@/domain/tags.ts'
import { commonText } from '@/messages/common.ts'
import { tagText } from '@/messages/device.ts'
import { Button, IconButton } from '@/ui/Button.tsx'
import { Dialog } from '@/ui/Dialog.tsx'
import { TextField } from '@/ui/TextField.tsx'
import { nameLimits, tagNameProblem } from './device-facts.ts'
import { deviceQuery, removeTag, setTag, type Device } from './device.queries.ts'
import { failureText } from './failure-text.ts'
import styles from './TagsDialog.module.css'

const problems = {
  missing: tagText.keyMissing,
  blank: tagText.keyBlank,
  reserved: tagText.keyReserved,
  'too-long': tagText.keyTooLong(nameLimits.tag),
}

/** Adds, changes and removes the device's tags. Each is saved by itself; what is typed stays until it is saved. */
export function TagsDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const tags = tagValues(device.device_tag)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={tagText.title}
      footer={<Button onClick={onClose}>{commonText.close}</Button>}
    >
      {tags.length === 0 && <p className={styles.none}>{tagText.none}</p>}
      <ul className={styles.list}>
        {tags.map(({ key, value }) => (
          <li key={key}>
            <TagRow device={device} tagKey={key} value={value} />
          </li>
        ))}
      </ul>
      <NewTag device={device} />
    </Dialog>
  )
}

/** Changes tags, then shows what the platform now has. */
function useTagChange(device: Device) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSuccess: () => queries.invalidateQueries({ queryKey: deviceQuery(device.uuid).queryKey }),
  })
}

function TagRow({ device, tagKey, value }: { device: Device; tagKey: string; value: string }) {
  const [draft, setDraft] = useState<string | null>(null)
  const save = useTagChange(device)
  const remove = useTagChange(device)
  const failure = save.error ?? remove.error
  const changed = draft !== null && draft !== value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed || save.isPending) return
    save.mutate(() => setTag(device, tagKey, draft), { onSuccess: () => setDraft(null) })
  }
  return (
    <form className={styles.row} onSubmit={submit}>
      <TextField
        label={tagKey}
        value={draft ?? value}
        error={failure ? failureText(failure) : undefined}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
      />
      {changed && (
        <Button type="submit" aria-label={tagText.saveTag(tagKey)} busy={save.isPending}>
          {commonText.save}
        </Button>
      )}
      <IconButton
        label={tagText.removeTag(tagKey)}
        icon={<IconTrash size={16} />}
        busy={remove.isPending}
        onClick={() => remove.mutate(() => removeTag(device.id, tagKey))}
      />
    </form>
  )
}

function NewTag({ device }: { device: Device }) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [tried, setTried] = useState(false)
  const add = useTagChange(device)
  const problem = tagNameProblem(key.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problem !== undefined || add.isPending) return
    add.mutate(() => setTag(device, key.trim(), value), {
      onSuccess: () => {
        setKey('')
        setValue('')
        setTried(false)
      },
    })
  }
  const keyError = tried && problem ? problems[problem] : add.error ? failureText(add.error) : undefined
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <TextField
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
    </form>
  )
}
