import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { serviceRequest } from '@/api/service-client.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { reloadPage } from '@/lib/reload-page.ts'
import { loginAsText as text } from '@/messages/organizations/organization-members.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'

/** Signs a platform administrator in as another user, and reloads the page (docs/decisions/product-rules.md, 39). */
export function LoginAsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const call = serviceRequest('patch', '/login_', { body: { username } })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.title(username)}
      confirmLabel={text.confirm}
      describeError={errorMessage}
      onConfirm={async () => {
        await api().session.signInAs(call)
        reloadPage()
      }}
    >
      <p>{text.body(username)}</p>
      <EquivalentCommand {...platformCommands(null, call)} />
    </ConfirmDialog>
  )
}
