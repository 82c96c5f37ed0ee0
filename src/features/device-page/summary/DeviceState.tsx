import { IconLock } from '@tabler/icons-react'
import { lockedUntil, updateWaits } from '@/domain/device/update-lock.ts'
import type { Device } from '@/features/device-page/device.queries.ts'
import { formatMoment } from '@/lib/format.ts'
import { deviceText } from '@/messages/device-page/device.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { DeviceStatusBadge } from '@/widgets/device/DeviceStatusBadge.tsx'
import { ExternalDevicesProvider, ExternalMark } from '@/widgets/device/ExternalMark.tsx'
import { useDeviceIssues } from './DeviceIssues.tsx'
import styles from './DeviceState.module.css'

/** The device status, and whether a service holds an update lock. */
export function DeviceState({ device }: { device: Device }) {
  const until = device.is_locked_until__date
  const lock = useTimeText((now) => {
    if (lockedUntil(until, now) !== null) return 'locked'
    return updateWaits(device, now) ? 'waiting' : ''
  })
  const issues = useDeviceIssues(device).map(({ kind }) => kind)
  return (
    <>
      <DeviceStatusBadge device={device} issues={issues} />
      <ExternalDevicesProvider>
        <ExternalMark id={device.id} />
      </ExternalDevicesProvider>
      {lock === 'locked' && until !== null && (
        <LockPill text={deviceText.updateLock} title={deviceText.updateLockUntil(formatMoment(until))} />
      )}
      {lock === 'waiting' && <LockPill text={deviceText.updateWaits} title={deviceText.updateWaitsTitle} />}
    </>
  )
}

function LockPill({ text, title }: { text: string; title: string }) {
  return (
    <Tag title={title}>
      <span className={styles.lock}>
        <IconLock size={13} aria-hidden="true" />
        {text}
      </span>
    </Tag>
  )
}
