import { useRef } from 'react'
import { replaceText as text } from '@/messages/control-panel/replace-world.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { PendingReplacement } from './pending-replacement.ts'

export interface ReplaceDialogProps {
  pending: PendingReplacement
  onClose: () => void
}

/** Names what the link would discard; nothing changes until it is confirmed. */
export function ReplaceDialog({ pending: { kind, loss, open, dismiss }, onClose }: ReplaceDialogProps) {
  const isOpen = useRef(false)
  return (
    <ConfirmDialog
      onClose={() => {
        if (!isOpen.current) dismiss?.()
        onClose()
      }}
      title={text.title[kind]}
      confirmLabel={text.open[kind]}
      danger
      onConfirm={async () => {
        await open()
        isOpen.current = true
      }}
    >
      <p>{text.replaces(loss.world)}</p>
      <ul>
        {loss.actions > 0 && <li>{text.losesActions(loss.actions)}</li>}
        {loss.tabs > 0 && <li>{text.losesTabs(loss.tabs)}</li>}
        {loss.session !== null && <li>{loss.session}</li>}
      </ul>
      {loss.actions > 0 && <p>{text.saveFirst}</p>}
    </ConfirmDialog>
  )
}
