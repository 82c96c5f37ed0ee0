import type { WorldControl } from '@/control-panel/world-control.ts'
import { shareLinkText as text } from '@/messages/control-panel/share-link.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { openSharedWorld } from './open-shared-world.ts'
import type { PendingSharedWorld } from './pending-shared-world.ts'
import { inPlace } from './share-target.ts'

export interface ShareLinkDialogProps {
  pending: PendingSharedWorld
  control: WorldControl
  onClose: () => void
}

/** Names what the link would discard; nothing changes until it is confirmed. */
export function ShareLinkDialog({ pending: { shared, loss }, control, onClose }: ShareLinkDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.openTitle}
      confirmLabel={text.open}
      danger
      onConfirm={async () => {
        await openSharedWorld(shared, control, inPlace(control))
      }}
    >
      <p>{text.replaces(loss.world)}</p>
      <ul>
        {loss.actions > 0 && <li>{text.losesActions(loss.actions)}</li>}
        {loss.isSignedIn && <li>{text.losesSession(shared.person)}</li>}
      </ul>
      {loss.actions > 0 && <p>{text.saveFirst}</p>}
    </ConfirmDialog>
  )
}
