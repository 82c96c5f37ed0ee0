import type { WorldControl } from '@/control-panel/world-control.ts'
import { momentText as text } from '@/messages/control-panel/moments.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { inPlace } from './moment-place.ts'
import { openMoment } from './open-moment.ts'
import type { PendingMoment } from './pending-moment.ts'

export interface MomentDialogProps {
  pending: PendingMoment
  control: WorldControl
  onClose: () => void
}

/** Names what the link would discard; nothing changes until it is confirmed. */
export function MomentDialog({ pending: { moment, loss }, control, onClose }: MomentDialogProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={text.openTitle}
      confirmLabel={text.open}
      danger
      onConfirm={async () => {
        await openMoment(moment, control, inPlace(control))
      }}
    >
      <p>{text.replaces(loss.world)}</p>
      <ul>
        {loss.actions > 0 && <li>{text.losesActions(loss.actions)}</li>}
        {loss.isSignedIn && <li>{text.losesSession(moment.person)}</li>}
      </ul>
      {loss.actions > 0 && <p>{text.saveFirst}</p>}
    </ConfirmDialog>
  )
}
