import { useQuery } from '@tanstack/react-query'
import { FREE_ALLOWANCE } from '@/domain/billing/free-allowance.ts'
import { paths } from '@/lib/paths.ts'
import { billingBannerText as text } from '@/messages/billing/billing-banners.ts'
import { Link } from '@/ui/layout/link.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
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
  const query = useQuery(frozenDevicesQuery(organization))
  const { data } = query
  if (data === undefined) {
    return <QueryFallback query={query} failed={text.dialogFailed} compact lines={4} />
  }
  const hidden = data.total - data.devices.length
  return (
    <>
      <PlainTable label={text.dialogTable}>
        <TableHead columns={[text.dialogColumns.device, text.dialogColumns.fleet]} />
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
