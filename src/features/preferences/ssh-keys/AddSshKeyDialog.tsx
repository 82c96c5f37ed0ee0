import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dataRequest } from '@/api/data-request.ts'
import { Failure } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { sshText as text } from '@/messages/preferences/preferences-ssh.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { TextArea } from '@/ui/form/TextArea.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { sshKeyProblem } from './ssh-key.ts'
import { sshKeyBody, sshKeyCalls, sshKeysQuery } from './ssh-keys.queries.ts'

/** Adds a key by hand. */
export function AddSshKeyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const [key, setKey] = useState('')
  const problem = sshKeyProblem({ title, text: key })
  const fields = { title, public_key: key }
  return (
    <FormDialog
      title={text.addTitle}
      confirmLabel={text.addConfirm}
      size="m"
      onClose={onClose}
      reason={problem && text.problems[problem]}
      commands={platformCommands(
        ['ssh-key', 'add', title.trim(), 'id_ed25519.pub'],
        dataRequest('post', { resource: 'user_public_key', body: sshKeyBody(fields) }),
      )}
      onSubmit={async () => {
        await sshKeyCalls.add(fields).catch((error: unknown) => {
          throw isApiError(error, 'conflict') ? new Failure(text.sameKey) : error
        })
        onClose()
        showToast({ tone: 'ok', title: text.added(title.trim()) })
        await queries.invalidateQueries({ queryKey: sshKeysQuery().queryKey })
      }}
    >
      <TextField
        label={text.keyTitle}
        description={text.keyTitleHint}
        value={title}
        autoComplete="off"
        maxLength={120}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        mono
        label={text.key}
        description={text.keyHint}
        value={key}
        rows={5}
        error={problem === 'invalid' ? text.problems.invalid : undefined}
        onChange={(event) => setKey(event.target.value)}
      />
    </FormDialog>
  )
}
