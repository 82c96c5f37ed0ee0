import { serviceRequest } from '@/api/service-client.ts'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { reloadPage } from '@/lib/reload-page.ts'
import { loginAsText as text } from '@/messages/organization-members.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'

/** Signs a platform administrator in as another user, and reloads the page (docs/decisions/product-rules.md, 39). */
export function LoginAsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.title(username)}
      confirmLabel={text.confirm}
      describeError={errorMessage}
      onConfirm={async () => {
        await api().session.signInAs(username)
        reloadPage()
      }}
    >
      <p>{text.body(username)}</p>
      <EquivalentCommand
        {...platformCommands(null, serviceRequest('patch', '/login_', { body: { username } }))}
      />
    </ConfirmDialog>
  )
}
