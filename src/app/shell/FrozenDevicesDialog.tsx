import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/domain/screen/error-message.ts'
import { FREE_ALLOWANCE } from '@/domain/billing/free-allowance.ts'
import { paths } from '@/lib/paths.ts'
import { billingBannerText as text } from '@/messages/billing-banners.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { frozenDevicesQuery } from './billing-banners.queries.ts'

export interface FrozenDevicesDialogProps {
  organization: { id: number; name: string }
  opened: boolean
  onClose: () => void
}

/** The devices frozen by the limit of the free plan, with links to their fleets. */
export function FrozenDevicesDialog({ organization, opened, onClose }: FrozenDevicesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.dialogTitle(organization.name)}>
      <p>{text.dialogIntro(FREE_ALLOWANCE)}</p>
      {opened && <FrozenDevices organization={organization.id} onLeave={onClose} />}
    </Dialog>
  )
}

function FrozenDevices({ organization, onLeave }: { organization: number; onLeave: () => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery(frozenDevicesQuery(organization))
  if (data === undefined) {
    return isError ? (
      <ErrorState
        compact
        title={text.dialogFailed}
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingRegion>
        <SkeletonLines lines={4} />
      </LoadingRegion>
    )
  }
  const hidden = data.total - data.devices.length
  return (
    <>
      <PlainTable label={text.dialogTable}>
        <thead>
          <tr>
            <th scope="col">{text.dialogColumns.device}</th>
            <th scope="col">{text.dialogColumns.fleet}</th>
          </tr>
        </thead>
        <tbody>
          {data.devices.map(({ id, device_name, belongs_to__application: [fleet] }) => (
            <tr key={id}>
              <th scope="row">{device_name}</th>
              <td>
                {fleet && (
                  <Link to={paths.fleetDevices(fleet.id)} onClick={onLeave}>
                    {fleet.app_name}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {hidden > 0 && <p>{text.dialogMore(hidden)}</p>}
    </>
  )
}
