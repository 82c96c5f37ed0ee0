import { useQuery } from '@tanstack/react-query'
import { osVersionsQuery, systemDevicesQuery } from '@/domain/os-update/os-update.queries.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { OsUpdateForm } from './OsUpdateForm.tsx'

export interface SystemUpdateDialogProps {
  /** Ids of the devices. */
  ids: readonly number[]
  onClose: () => void
}

interface OsUpdateDialogProps extends SystemUpdateDialogProps {
  /** The name in the title. */
  deviceName: string
}

/** Updates the host OS of devices: choose a version, review its effect, start. */
export function OsUpdateDialog({ ids, deviceName, onClose }: OsUpdateDialogProps) {
  const devices = useQuery(systemDevicesQuery(ids))
  const versions = useQuery({
    ...osVersionsQuery((devices.data ?? []).map(({ deviceType }) => deviceType)),
    enabled: devices.data !== undefined,
  })
  const error = devices.error ?? versions.error
  return (
    <Dialog onClose={onClose} title={osUpdateText.titleOf(deviceName)}>
      {devices.data && versions.data ? (
        <OsUpdateForm devices={devices.data} catalogue={versions.data} onClose={onClose} />
      ) : error ? (
        <ErrorState
          compact
          title={osUpdateText.retrieveFailed}
          detail={failureText(error)}
          retrying={devices.isFetching || versions.isFetching}
          onRetry={() => void (devices.error ? devices.refetch() : versions.refetch())}
        />
      ) : (
        <LoadingRegion label={osUpdateText.loading}>
          <SkeletonLines lines={6} height={18} />
        </LoadingRegion>
      )}
    </Dialog>
  )
}
