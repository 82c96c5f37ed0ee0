import type { ReactNode } from 'react'
import { DeviceStatusBadge } from '@/domain/device/DeviceStatusBadge.tsx'
import type { Tone } from '@/domain/device/device-status.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { releaseLabel, shortId } from '@/domain/release/release-label.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { formatBytes, formatNumber, formatPercent, formatSpan } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { devicesText } from '@/messages/devices.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { isFixed, tagKeyOf, type DeviceColumn, type FixedColumn } from './device-columns.ts'
import styles from './DeviceCell.module.css'
import type { ListedDevice } from './devices.queries.ts'

const TAGS_SHOWN = 1
const MIB = 2 ** 20

const heartbeatTone: Record<ListedDevice['api_heartbeat_state'], Tone> = {
  online: 'ok',
  timeout: 'warn',
  offline: 'idle',
  unknown: 'idle',
}

// A record, so that a column without a cell does not compile.
const cells: Record<FixedColumn, (device: ListedDevice) => ReactNode> = {
  overall_status: (device) => <DeviceStatusBadge device={device} />,
  device_name: ({ uuid, device_name }) => (
    <Link to={paths.device(uuid)} className={styles.name} title={device_name}>
      {device_name}
    </Link>
  ),
  uuid: ({ uuid, device_name }) => (
    <span className={styles.uuid}>
      <span className="mono" title={uuid}>
        {shortId(uuid)}
      </span>
      <CopyButton text={uuid} what={devicesText.uuidOf(device_name)} />
    </span>
  ),
  release: (device) => <Release device={device} />,
  target_release: ({ should_be_running__release: [target] }) =>
    target ? releaseLabel(target) : devicesText.noRelease,
  last_connectivity_event: (device) => <LastSeen device={device} />,
  is_online: ({ is_online: up }) => <YesNo of={up} />,
  is_connected_to_vpn: ({ is_connected_to_vpn: up }) => (
    <StatusBadge plain tone={up ? 'ok' : 'idle'}>
      {up ? devicesText.connected : devicesText.notConnected}
    </StatusBadge>
  ),
  api_heartbeat_state: ({ api_heartbeat_state: state }) => (
    <StatusBadge plain tone={heartbeatTone[state]}>
      {devicesText.heartbeat[state]}
    </StatusBadge>
  ),
  os_version: ({ os_version }) => osVersionNumber(os_version) ?? devicesText.unknown,
  os_variant: ({ os_variant }) =>
    os_variant === null ? devicesText.unknown : devicesText.variant[os_variant],
  supervisor_version: ({ supervisor_version }) => supervisor_version ?? devicesText.unknown,
  device_type: ({ is_of__device_type: [type] }) => type?.name ?? devicesText.unknown,
  ip_address: ({ ip_address }) => <Addresses text={ip_address} />,
  public_address: ({ public_address }) => <Addresses text={public_address ?? null} />,
  mac_address: ({ mac_address }) => <Addresses text={mac_address} />,
  tags: ({ device_tag, device_name }) => (
    <TagList
      tags={tagValues(device_tag)}
      max={TAGS_SHOWN}
      label={devicesText.tagsOf(device_name)}
      empty={<span className={styles.quiet}>{devicesText.unknown}</span>}
    />
  ),
  note: ({ note }) => <Cut text={note} />,
  location: ({ location }) => <Cut text={location} />,
  created_at: ({ created_at }) => <RelativeTime at={created_at} />,
  modified_at: ({ modified_at }) => <Moment at={modified_at} />,
  update_status: ({ update_status }) => update_status ?? devicesText.unknown,
  last_update_status_event: ({ last_update_status_event: at }) => <Moment at={at} />,
  provisioning_state: ({ provisioning_state }) => provisioning_state || devicesText.unknown,
  cpu_usage: ({ cpu_usage }) => (cpu_usage === null ? devicesText.unknown : formatPercent(cpu_usage)),
  memory_usage: ({ memory_usage, memory_total }) => <Usage used={memory_usage} total={memory_total} />,
  storage_usage: ({ storage_usage, storage_total }) => <Usage used={storage_usage} total={storage_total} />,
  cpu_temp: ({ cpu_temp }) =>
    cpu_temp === null ? devicesText.unknown : devicesText.temperature(formatNumber(cpu_temp)),
  cpu_id: ({ cpu_id }) => <span className="mono">{cpu_id ?? devicesText.unknown}</span>,
  is_undervolted: ({ is_undervolted }) => <YesNo of={is_undervolted} />,
  is_active: ({ is_active }) => <YesNo of={is_active} />,
  local_mode: ({ device_config_variable: [mode] = [] }) => <YesNo of={mode?.value === '1'} />,
  is_web_accessible: ({ is_web_accessible }) => <YesNo of={is_web_accessible} />,
  is_accessible_by_support_until__date: (device) => (
    <Moment at={device.is_accessible_by_support_until__date} />
  ),
  is_locked_until__date: ({ is_locked_until__date: at }) => <Moment at={at} />,
}

/** What a column shows of a device. */
export function DeviceCell({ device, column }: { device: ListedDevice; column: DeviceColumn }) {
  if (isFixed(column)) return cells[column](device)
  const tag = device.device_tag.find(({ tag_key }) => tag_key === tagKeyOf(column))
  return tag === undefined ? <span className={styles.quiet}>{devicesText.unknown}</span> : tag.value
}

function YesNo({ of: value }: { of: boolean | undefined }) {
  if (value === undefined) return devicesText.unknown
  return value ? devicesText.yes : <span className={styles.quiet}>{devicesText.no}</span>
}

function Moment({ at }: { at: string | null | undefined }) {
  return at ? <RelativeTime at={at} /> : devicesText.unknown
}

/** The first line of a text; all of it on hover. */
function Cut({ text }: { text: string | null | undefined }) {
  if (!text) return devicesText.unknown
  return (
    <span className={styles.cut} title={text}>
      {text.split('\n', 1)[0]}
    </span>
  )
}

function Release({ device }: { device: ListedDevice }) {
  const running = device.is_running__release[0]
  const target = device.should_be_running__release[0]
  const pinned = device.is_pinned_on__release.length > 0
  const runs = running ? releaseLabel(running) : devicesText.noRelease
  const moving = target !== undefined && target.id !== running?.id
  return (
    <span className={styles.release}>
      {moving ? (
        <>
          <span aria-hidden="true">{devicesText.releaseChange(runs, releaseLabel(target))}</span>
          <span className="visually-hidden">{devicesText.releaseChangeName(runs, releaseLabel(target))}</span>
        </>
      ) : (
        runs
      )}
      {pinned && <Tag title={devicesText.pinnedTitle}>{devicesText.pinned}</Tag>}
    </span>
  )
}

const onlineFor = (at: number, now: number) => devicesText.onlineFor(formatSpan(now - at))

function LastSeen({ device }: { device: ListedDevice }) {
  const { last_connectivity_event: at, is_online } = device
  if (at === null) return <span className={styles.quiet}>{devicesText.neverSeen}</span>
  return is_online ? <RelativeTime at={at} format={onlineFor} /> : <RelativeTime at={at} />
}

/** The first of a list of addresses; the others on hover. */
function Addresses({ text }: { text: string | null }) {
  const all = (text ?? '').split(' ').filter(Boolean)
  const [first] = all
  if (first === undefined) return devicesText.unknown
  return (
    <span className="mono" title={all.length > 1 ? all.join('\n') : undefined}>
      {first}
      {all.length > 1 && ` +${all.length - 1}`}
    </span>
  )
}

/** Share of memory or storage in use, given in MiB; the amounts on hover. */
function Usage({ used, total }: { used: number | null; total: number | null }) {
  if (used === null || total === null || total === 0) return devicesText.unknown
  return (
    <span title={devicesText.usage(formatBytes(used * MIB), formatBytes(total * MIB))}>
      {formatPercent((used / total) * 100)}
    </span>
  )
}
