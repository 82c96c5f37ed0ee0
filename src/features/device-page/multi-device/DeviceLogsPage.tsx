import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '@/api/error-message.ts'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import { MAX_LOGS } from '@/domain/device/multi-device-limits.ts'
import { devicePageData } from '@/features/device-page/device-page.ts'
import { deviceQuery, type Device } from '@/features/device-page/device.queries.ts'
import { LogsPanel } from '@/features/device-page/logs/LogsPanel.tsx'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { multiDeviceLogsText, multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card, Panel } from '@/ui/layout/Panel.tsx'
import { AddDevice } from './AddDevice.tsx'
import { useChosenDevices } from './use-chosen-devices.ts'
import styles from './MultiDevice.module.css'

/** The logs of several devices side by side. The address contains their UUIDs. */
export function Component() {
  const chosen = useChosenDevices(MAX_LOGS)
  const { uuids } = chosen
  return (
    <PageFrame
      crumbs={[{ label: multiDeviceLogsText.title }]}
      title={multiDeviceLogsText.title}
      count={multiDeviceLogsText.count(formatNumber(uuids.length), uuids.length)}
      actions={<AddDevice chosen={chosen} max={MAX_LOGS} />}
    >
      {uuids.length === 0 ? (
        <Card>
          <EmptyState title={multiDeviceText.needsDevices} />
        </Card>
      ) : (
        <div className={styles.columns}>
          {uuids.map((uuid) => (
            <Column key={uuid} uuid={uuid} onRemove={() => chosen.remove(uuid)} />
          ))}
        </div>
      )}
    </PageFrame>
  )
}

interface ColumnProps {
  uuid: string
  onRemove: () => void
}

function Column({ uuid, onRemove }: ColumnProps) {
  const { data: device, error } = useQuery(deviceQuery(uuid))
  if (device) return <DeviceColumn device={device} onRemove={onRemove} />
  const why =
    error === null
      ? { title: multiDeviceText.unknownDevice, detail: multiDeviceText.unknownDetail }
      : undefined
  return (
    <Panel
      title={<code>{uuid.slice(0, 7)}</code>}
      actions={<Remove name={uuid.slice(0, 7)} onRemove={onRemove} />}
      className={styles.column}
    >
      {device === undefined && error === null ? (
        <LoadingRegion label={multiDeviceText.logs}>
          <SkeletonLines lines={4} />
        </LoadingRegion>
      ) : (
        <EmptyState
          compact
          {...(why ?? { title: multiDeviceText.loadFailed, detail: errorMessage(error) })}
        />
      )}
    </Panel>
  )
}

function DeviceColumn({ device, onRemove }: { device: Device; onRemove: () => void }) {
  const fleet = device.belongs_to__application[0]
  const { data: role } = useQuery({ ...fleetRoleQuery(fleet?.id ?? 0), enabled: fleet !== undefined })
  const title = <Link to={paths.device(device.uuid)}>{device.device_name}</Link>
  const remove = <Remove name={device.device_name} onRemove={onRemove} />
  if (device.is_frozen || fleet?.organization[0]?.is_frozen) {
    return (
      <Panel title={title} actions={remove} className={styles.column}>
        <EmptyState compact title={multiDeviceText.frozen} />
      </Panel>
    )
  }
  return (
    <LogsPanel
      page={devicePageData(device, roleOnDevice(role))}
      title={title}
      aside={remove}
      className={styles.column}
    />
  )
}

function Remove({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <IconButton
      size="s"
      label={multiDeviceText.remove(name)}
      icon={<IconX size={15} aria-hidden="true" />}
      onClick={onRemove}
    />
  )
}
