import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { formatNumber } from '@/lib/format.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePaused } from '@/ui/form/use-paused.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { keysToImport, type SavedKey } from './key-import.ts'
import { saveKeys } from './save-keys.ts'
import { sshFingerprint, sshKeyIn } from './ssh-key.ts'
import { loginsQuery, readKeysOf, sshKeyCalls, sshKeysQuery, sendKeyCall } from './ssh-keys.queries.ts'
import styles from './SshKeysTable.module.css'

/** The code host allows only few searches per minute. */
const TYPING_PAUSE_MS = 400

export interface ImportSshKeysDialogProps {
  saved: readonly SavedKey[]
  onClose: () => void
}

/** The keys of a user of the code host that would be imported. */
interface Preview {
  login: string
  keys: readonly SavedKey[]
}

/** Imports the public keys of a user of the code host: first shows them, then saves them. */
export function ImportSshKeysDialog({ saved, onClose }: ImportSshKeysDialogProps) {
  const queries = useQueryClient()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const login = typed.trim()
  const { data: proposals = [] } = useQuery(loginsQuery(usePaused(login, TYPING_PAUSE_MS)))
  // Keys that were saved meanwhile, such as in a try that failed for another key, are left out.
  const keys = preview?.login === login ? withoutSaved(preview.keys, saved) : undefined
  const submit = async () => {
    if (keys === undefined) {
      setPreview({ login, keys: await newKeysOf(login, saved) })
      return 'stay'
    }
    try {
      await saveKeys(keys, (key) => sendKeyCall(sshKeyCalls.add(key)))
    } finally {
      await queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
    }
    onClose()
    showToast({ tone: 'ok', title: text.imported(formatNumber(keys.length), keys.length) })
    return 'done'
  }
  return (
    <FormDialog
      title={text.importTitle}
      size="m"
      confirmLabel={keys === undefined ? text.showKeys : text.importConfirm(keys.length)}
      onClose={onClose}
      reason={login === '' ? text.loginMissing : undefined}
      onSubmit={submit}
    >
      <TextField
        required
        label={text.login}
        description={text.loginHint}
        value={typed}
        list={list}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {proposals.map((proposal) => (
          <option key={proposal} value={proposal}>
            {proposal}
          </option>
        ))}
      </datalist>
      {keys !== undefined && (
        <Status as="div">
          <p>{text.willImport(login, keys.length)}</p>
          <ul className={styles.preview} aria-label={text.preview}>
            {keys.map(({ title, public_key: key }) => (
              <li key={key}>
                {title} <span className={styles.type}>{sshKeyIn(key)?.type ?? text.unknownType}</span>
                <code className={styles.fingerprint}>{sshFingerprint(key)}</code>
              </li>
            ))}
          </ul>
        </Status>
      )}
    </FormDialog>
  )
}

const withoutSaved = (keys: readonly SavedKey[], saved: readonly SavedKey[]) =>
  keys.filter(({ title }) => !saved.some((each) => each.title === title))

/** Throws `Failure` with the reason if there is nothing to import. */
async function newKeysOf(login: string, saved: readonly SavedKey[]): Promise<SavedKey[]> {
  const offered = await readKeysOf(login).catch((error: unknown) => {
    if (isApiError(error, 'not-found')) throw new Failure(text.unknownLogin(login))
    throw isApiError(error, 'rate-limited') ? new Failure(text.rateLimited) : error
  })
  if (offered.length === 0) throw new Failure(text.noKeys(login))
  const keys = keysToImport(offered, saved)
  if (keys.length === 0) throw new Failure(text.allSaved(login))
  return keys
}
