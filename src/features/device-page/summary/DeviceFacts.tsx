import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { offers } from '@/api/api.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { isEsr } from '@/domain/os-update/os-version.ts'
import { releaseLabel, shortId } from '@/domain/release/release-label.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { deviceUrlsBaseQuery, osLineQuery, type Device } from '@/features/device-page/device.queries.ts'
import { formatDuration, formatNumber, formatSpan } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { factText } from '@/messages/device-page/device.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { useTimeSource, useTimeText } from '@/ui/display/now.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { DeviceStatusBadge } from '@/widgets/device/DeviceStatusBadge.tsx'
import { addresses, heartbeatState, supportAccess, targetOrigin, updateStatus } from './device-facts.ts'
import { useDeviceIssues } from './DeviceIssues.tsx'
import { ReleaseLineBadge } from './ReleaseLineBadge.tsx'
import styles from './DeviceInfoPanel.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** The fields of the info card in order: frequently used ones, then the others. */
export function deviceFacts(
  { device, situation }: DevicePageData,
  /** Duration of the last update; null if the page has not observed one. */
  lastUpdateMs: number | null,
): { main: Fact[]; more: Fact[] } {
  const fleet = device.belongs_to__application[0]
  const update = updateStatus(device.update_status)
  // Editable values are on the settings tab, which also explains missing permissions.
  const changeable = (label: string, value: ReactNode): Fact => ({
    label,
    value: (
      <Changeable uuid={device.uuid} label={label}>
        {value}
      </Changeable>
    ),
  })
  const main = [
    {
      label: factText.currentRelease,
      value: <RunningRelease device={device} />,
    },
    changeable(factText.targetRelease, <TargetRelease device={device} />),
    ...(offers('vpn')
      ? [{ label: factText.cloudlink, value: <Cloudlink device={device} /> }]
      : [{ label: factText.lastSeen, value: <LastSeen device={device} /> }]),
    changeable(factText.hostOs, <HostOs device={device} />),
    changeable(factText.supervisor, <Supervisor device={device} />),
    {
      label: factText.uuid,
      value: (
        <Copyable text={device.uuid} what={factText.uuid}>
          <code title={device.uuid}>{shortId(device.uuid)}</code>
        </Copyable>
      ),
    },
    { label: factText.localIp, value: <Addresses what={factText.localIp} list={device.ip_address} /> },
  ]
  const more = [
    changeable(
      factText.fleet,
      fleet ? <Link to={paths.fleet(fleet.id)}>{fleet.app_name}</Link> : factText.noFleet,
    ),
    { label: factText.status, value: <StatusFact device={device} /> },
    { label: factText.heartbeat, value: factText.heartbeats[heartbeatState(device.api_heartbeat_state)] },
    ...(offers('vpn') ? [{ label: factText.lastSeen, value: <LastSeen device={device} /> }] : []),
    { label: factText.updateStatus, value: factText.updateStatuses[update] },
    ...(lastUpdateMs === null ? [] : [{ label: factText.lastUpdate, value: formatDuration(lastUpdateMs) }]),
    { label: factText.type, value: device.is_of__device_type[0]?.name || factText.unknown },
    { label: factText.variant, value: <Variant device={device} /> },
    ...(device.is_web_accessible ? [changeable(factText.publicUrl, <PublicUrl uuid={device.uuid} />)] : []),
    { label: factText.publicIp, value: <Addresses what={factText.publicIp} list={device.public_address} /> },
    { label: factText.mac, value: <Addresses what={factText.mac} list={device.mac_address} /> },
    ...(offers('supportAccess')
      ? [
          changeable(
            factText.supportAccess,
            <SupportAccess until={device.is_accessible_by_support_until__date} />,
          ),
        ]
      : []),
    ...(offers('deviceActivation')
      ? [changeable(factText.active, device.is_active ? factText.yes : factText.no)]
      : []),
    changeable(factText.localMode, situation.localMode ? factText.on : factText.off),
  ]
  return { main, more }
}

function Changeable({ uuid, label, children }: { uuid: string; label: string; children: ReactNode }) {
  return (
    <span className={styles.editable}>
      {children}
      <Link to={paths.deviceSettings(uuid)} className={styles.edit} aria-label={factText.edit(label)}>
        <IconPencil size={14} aria-hidden="true" />
      </Link>
    </span>
  )
}

function Cloudlink({ device }: { device: Device }) {
  const since = device.last_connectivity_event
  const word = device.is_connected_to_vpn ? factText.connected : factText.disconnected
  if (since === null) return device.is_connected_to_vpn ? word : factText.neverConnected
  const phrase = device.is_connected_to_vpn ? factText.connectedFor : factText.disconnectedFor
  return <RelativeTime at={since} format={(at, now) => phrase(formatSpan(Math.max(0, now - at)))} />
}

function LastSeen({ device }: { device: Device }) {
  if (device.is_connected_to_vpn || (!offers('vpn') && device.is_online)) return factText.now
  return device.last_connectivity_event === null ? (
    factText.never
  ) : (
    <RelativeTime at={device.last_connectivity_event} />
  )
}

interface ReleaseProps {
  release: { id: number; raw_version: string; commit: string } | undefined
  /** Id of its fleet, which is linked. */
  fleetId: number | undefined
}

function Release({ release, fleetId }: ReleaseProps) {
  if (!release) return <span className={styles.quiet}>{factText.noRelease}</span>
  const label = <code title={release.commit}>{releaseLabel(release)}</code>
  return fleetId === undefined ? label : <Link to={paths.release(fleetId, release.id)}>{label}</Link>
}

function RunningRelease({ device }: { device: Device }) {
  const running = device.is_running__release[0]
  const shown = <Release release={running} fleetId={device.belongs_to__application[0]?.id} />
  return running ? (
    <Copyable text={releaseLabel(running)} what={factText.currentRelease}>
      {shown}
    </Copyable>
  ) : (
    shown
  )
}

function TargetRelease({ device }: { device: Device }) {
  const target = device.should_be_running__release[0]
  return (
    <span className={styles.inline}>
      <Release release={target} fleetId={device.belongs_to__application[0]?.id} />
      {target &&
        (targetOrigin(device) === 'device-pin' ? (
          <ReleaseLineBadge line="pinned" />
        ) : (
          <Tag title={factText.ofFleetTitle}>{factText.ofFleet}</Tag>
        ))}
    </span>
  )
}

function HostOs({ device }: { device: Device }) {
  const type = device.is_of__device_type[0]?.slug ?? ''
  const { data: line } = useQuery(osLineQuery(type, device.os_version))
  const version = osVersionNumber(device.os_version)
  return (
    <span className={styles.inline}>
      {version ?? device.os_version ?? factText.unknown}
      {line && <ReleaseLineBadge line={line} />}
      {isEsr(device.os_version) && <Tag>{factText.esr}</Tag>}
      {device.os_version !== null && <CopyButton text={device.os_version} what={factText.hostOs} />}
    </span>
  )
}

function Variant({ device }: { device: Device }) {
  if (device.os_variant === null) return factText.unknown
  return <ReleaseLineBadge line={device.os_variant === 'dev' ? 'development' : 'production'} />
}

function Supervisor({ device }: { device: Device }) {
  const target = device.should_be_managed_by__release[0]?.raw_version
  const moves = target !== undefined && target !== device.supervisor_version
  return (
    <span className={styles.inline}>
      {device.supervisor_version ?? factText.unknown}
      {device.supervisor_version !== null && (
        <CopyButton text={device.supervisor_version} what={factText.supervisor} />
      )}
      {moves && <Tag>{factText.supervisorTarget(target)}</Tag>}
    </span>
  )
}

function PublicUrl({ uuid }: { uuid: string }) {
  const { data: base } = useQuery(deviceUrlsBaseQuery)
  if (!base) return factText.on
  return (
    <a href={`https://${uuid}.${base}`} target="_blank" rel="noreferrer">
      {factText.openUrl} <IconExternalLink size={13} aria-hidden="true" />
    </a>
  )
}

function Addresses({ what, list }: { what: string; list: string | null }) {
  const { shown, more } = addresses(list)
  if (shown.length === 0) return <span className={styles.quiet}>{factText.unknown}</span>
  return (
    <span className={styles.addresses}>
      {shown.map((address) => (
        <Copyable key={address} text={address} what={shown.length === 1 ? what : `${what} ${address}`}>
          <code>{address}</code>
        </Copyable>
      ))}
      {more > 0 && <span className={styles.quiet}>{factText.moreAddresses(formatNumber(more))}</span>}
    </span>
  )
}

/** A value with a copy button. */
function Copyable({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <span className={styles.inline}>
      {children}
      <CopyButton text={text} what={what} />
    </span>
  )
}

function SupportAccess({ until }: { until: string | null }) {
  const time = useTimeSource()
  // Updates when the access expires, not only on the next poll.
  useTimeText((now) => supportAccess(until, now).state)
  const access = supportAccess(until, time.now())
  if (access.state === 'none') return factText.supportNone
  return (
    <span className={styles.inline}>
      <StatusBadge plain tone={access.state === 'granted' ? 'ok' : 'idle'}>
        {access.state === 'granted' ? factText.supportUntil : factText.supportExpired}
      </StatusBadge>
      <RelativeTime at={access.until} />
    </span>
  )
}

const StatusFact = ({ device }: { device: Device }) => (
  <DeviceStatusBadge device={device} issues={useDeviceIssues(device).map(({ kind }) => kind)} />
)
