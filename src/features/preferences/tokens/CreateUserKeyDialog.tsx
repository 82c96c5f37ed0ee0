import { createKey, userKeyCall } from '@/domain/access/api-keys.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useReverification } from '@/features/preferences/reverification/use-reverification.tsx'
import { accessTokensText as text } from '@/messages/preferences/preferences-tokens.ts'
import { KeyDialog } from '@/widgets/access/KeyDialog.tsx'
import type { NewKey } from '@/widgets/access/SecretDialog.tsx'

export interface CreateUserKeyDialogProps {
  onClose: () => void
  onCreated: (created: NewKey) => void
}

/** Creates an API key that acts as the user. Requires a sign-in within the last 20 minutes. */
export function CreateUserKeyDialog({ onClose, onCreated }: CreateUserKeyDialogProps) {
  const reverification = useReverification()
  return (
    <KeyDialog
      title={text.createTitle}
      apiKey={null}
      onClose={onClose}
      onSubmit={async (fields) => {
        const secret = await reverification.run(() => createKey(userKeyCall(fields)))
        onClose()
        onCreated({ name: fields.name, secret })
      }}
      commands={(fields) =>
        platformCommands(['api-key', 'generate', fields.name, fields.expiry ?? 'never'], userKeyCall(fields))
      }
      over={reverification.dialog}
    />
  )
}
