import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { fleetCountsHistory } from '@/engines/fleet-history/fleet-counts.ts'
import { seenByAccount } from '@/engines/history/note-observations.ts'
import { clearHistoryText as text } from '@/messages/device-page/device-history.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { seenHistoryKey } from './history.queries.ts'

/** Deletes the history of all devices collected by this browser, after confirmation. */
export function ClearHistory() {
  const [asks, setAsks] = useState(false)
  const queries = useQueryClient()
  return (
    <div>
      <Button size="s" onClick={() => setAsks(true)}>
        {text.button}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={text.title}
        confirmLabel={text.button}
        danger
        onConfirm={async () => {
          await (await seenByAccount()).clear()
          await fleetCountsHistory(api().session.claims()?.id ?? 0).clear()
          await queries.invalidateQueries({ queryKey: ['fleet-history'] })
          await queries.invalidateQueries({ queryKey: seenHistoryKey })
          showToast({ tone: 'ok', title: text.done })
        }}
      >
        <p>{text.detail}</p>
      </ConfirmDialog>
    </div>
  )
}
