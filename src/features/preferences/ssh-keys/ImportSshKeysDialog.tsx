import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { formatNumber } from '@/lib/format.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { TextField } from '@/ui/form/TextField.tsx'
import { usePaused } from '@/ui/form/use-paused.ts'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { keysToImport, type SavedKey } from './key-import.ts'
import { saveKeys } from './save-keys.ts'
import { loginsQuery, readKeysOf, sshKeyCalls, sshKeysQuery, sendKeyCall } from './ssh-keys.queries.ts'

/** The code host allows only few searches per minute. */
const TYPING_PAUSE_MS = 400

export interface ImportSshKeysDialogProps {
  saved: readonly SavedKey[]
  onClose: () => void
}

/** Imports the public keys of a user of the code host. */
export function ImportSshKeysDialog({ saved, onClose }: ImportSshKeysDialogProps) {
  const queries = useQueryClient()
  const list = useId()
  const [typed, setTyped] = useState('')
  const login = typed.trim()
  const { data: proposals = [] } = useQuery(loginsQuery(usePaused(login, TYPING_PAUSE_MS)))
  const submit = async () => {
    const keys = await newKeysOf(login, saved)
    try {
      await saveKeys(keys, (key) => sendKeyCall(sshKeyCalls.add(key)))
    } finally {
      await queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
    }
    onClose()
    showToast({ tone: 'ok', title: text.imported(formatNumber(keys.length), keys.length === 1) })
  }
  return (
    <FormDialog
      title={text.importTitle}
      confirmLabel={text.importConfirm}
      onClose={onClose}
      reason={login === '' ? text.loginMissing : undefined}
      onSubmit={submit}
    >
      <TextField
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
    </FormDialog>
  )
}

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
