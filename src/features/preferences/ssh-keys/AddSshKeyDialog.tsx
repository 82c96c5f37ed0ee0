import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { labelled } from '@/messages/common/compose.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { readSshKeys } from './read-ssh-keys.ts'
import { saveKeys } from './save-keys.ts'
import { sshFingerprint } from './ssh-key.ts'
import { sendKeyCall, sshKeyCalls, sshKeysQuery } from './ssh-keys.queries.ts'
import { titledKeys } from './titled-keys.ts'
import styles from './SshKeysTable.module.css'

/** Adds a key by hand. */
export function AddSshKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const [key, setKey] = useState('')
  const read = readSshKeys(key)
  const wrong = read.findIndex(({ problem }) => problem !== undefined)
  const problem = read[wrong]?.problem
  const said = problem && text.problems[problem]
  const error = said && read.length > 1 ? labelled(text.keyNumber(wrong + 1), said) : said
  const keys = titledKeys(title.trim(), read)
  const missing =
    title.trim() === '' ? text.problems.title : key.trim() === '' ? text.problems.missing : undefined
  // Nothing else is ever put into a command, a request or a draft.
  const shown = keys[0] ?? { title: title.trim(), public_key: '' }
  return (
    <FormDialog
      title={text.addTitle}
      confirmLabel={text.addConfirm}
      size="m"
      onClose={onClose}
      reason={missing ?? error ?? (keys.length === 0 ? text.problems.invalid : undefined)}
      commands={platformCommands(['ssh-key', 'add', title.trim(), 'id_ed25519.pub'], sshKeyCalls.add(shown))}
      onSubmit={async () => {
        const add = (one: (typeof keys)[number]) =>
          sendKeyCall(sshKeyCalls.add(one)).catch((failure: unknown) => {
            throw isApiError(failure, 'conflict') ? new Failure(text.sameKey) : failure
          })
        try {
          await (keys.length === 1 ? add(shown) : saveKeys(keys, add))
        } catch (failure) {
          void queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
          throw failure
        }
        onClose()
        showToast({ tone: 'ok', title: text.added(keys.map((one) => one.title).join(', ')) })
        await queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
      }}
    >
      <TextField
        required
        label={text.keyTitle}
        description={text.keyTitleHint}
        value={title}
        autoComplete="off"
        maxLength={120}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        mono
        required
        label={text.key}
        description={text.keyHint}
        value={key}
        rows={5}
        error={error}
        onChange={(event) => setKey(event.target.value)}
      />
      {error === undefined && keys.length > 1 && (
        <ul aria-label={text.found(keys.length)} className={styles.found}>
          {keys.map((one) => (
            <li key={one.public_key}>
              {one.title} <code>{sshFingerprint(one.public_key)}</code>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  )
}
