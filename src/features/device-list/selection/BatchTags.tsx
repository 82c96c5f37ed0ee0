import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { readTagged } from '@/features/device-list/data/devices.queries.ts'
import { commonText } from '@/messages/common/common.ts'
import { batchText } from '@/messages/operations/operations.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useFocusBack } from '@/ui/overlay/use-focus-back.ts'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'
import type { ReadSelected } from './selected-devices.ts'

/** Edits the tags of all selected devices together. */
export function BatchTags({ read, onClose }: { read: ReadSelected; onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  // For both dialogs: the second one opens where the first one had the focus.
  useFocusBack(true)
  const query = useQuery({
    queryKey: ['device', 'selected-tags', { dialog: id }],
    queryFn: async ({ signal }) => {
      const devices = await read({ signal, onRead: () => {} })
      return readTagged(
        devices.map((device) => device.id),
        signal,
      )
    },
    gcTime: 0,
  })
  if (query.data === undefined) {
    return (
      <Dialog
        onClose={onClose}
        title={commonText.loading}
        footer={<Button onClick={onClose}>{commonText.close}</Button>}
      >
        <QueryFallback query={query} failed={batchText.readFailed} compact lines={3} height={24} />
      </Dialog>
    )
  }
  return (
    <TagsDialog
      kind="device"
      things={query.data}
      onChanged={() => queries.invalidateQueries({ queryKey: ['device'] })}
      onClose={onClose}
    />
  )
}
