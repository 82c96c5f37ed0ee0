import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { sshKeyCalls, sshKeysQuery, type SavedSshKey, sendKeyCall } from './ssh-keys.queries.ts'

export interface DeleteSshKeysDialogProps {
  keys: readonly SavedSshKey[]
  onClose: () => void
  onDeleted: () => void
}

/** Deletes SSH keys in one request, after confirmation. */
export function DeleteSshKeysDialog({ onClose, onDeleted, ...chosen }: DeleteSshKeysDialogProps) {
  const queries = useQueryClient()
  // Kept while the dialog is open: after a lost response the keys may already be gone from the list.
  const [keys] = useState(chosen.keys)
  const ids = keys.map(({ id }) => id)
  const call = sshKeyCalls.remove(ids)
  const titles = keys.map(({ title }) => title)
  return (
    <ConfirmDialog
      danger
      onClose={onClose}
      title={text.removeTitle(keys.length, titles[0] ?? '')}
      confirmLabel={text.removeConfirm(keys.length)}
      describeError={errorMessage}
      {...(titles.length > 1 && { items: titles })}
      onConfirm={async () => {
        await sendKeyCall(call)
        await queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
        showToast({ tone: 'ok', title: text.removed(keys.length, titles[0] ?? '') })
        onDeleted()
      }}
    >
      <p>{text.removeBody}</p>
      <EquivalentCommand
        {...platformCommands(ids.length === 1 ? ['ssh-key', 'rm', String(ids[0]), '--yes'] : null, call)}
      />
    </ConfirmDialog>
  )
}
