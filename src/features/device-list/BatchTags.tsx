import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { TagsDialog } from '@/domain/tags/TagsDialog.tsx'
import { commonText } from '@/messages/common.ts'
import { batchText } from '@/messages/operations.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { readTagged } from './devices.queries.ts'
import type { ReadSelected } from './selected-devices.ts'

/** The tags of the selected devices together. */
export function BatchTags({ read, onClose }: { read: ReadSelected; onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
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
  if (data === undefined) {
    return (
      <Dialog
        opened
        onClose={onClose}
        title={commonText.loading}
        footer={<Button onClick={onClose}>{commonText.close}</Button>}
      >
        {error ? (
          <ErrorState
            compact
            title={batchText.readFailed}
            detail={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingRegion>
            <SkeletonLines lines={3} height={24} />
          </LoadingRegion>
        )}
      </Dialog>
    )
  }
  return (
    <TagsDialog
      kind="device"
      things={data}
      onChanged={() => queries.invalidateQueries({ queryKey: ['device'] })}
      onClose={onClose}
    />
  )
}
