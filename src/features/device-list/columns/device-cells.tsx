import type { ReactNode } from 'react'
import type { Tone } from '@/domain/device/device-status.ts'
import { releaseLabel, shortId } from '@/domain/release/release-label.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { formatBytes, formatPercent, formatSpan, toInstant } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { sentences } from '@/messages/common/compose.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { ExternalMark } from '@/widgets/device/ExternalMark.tsx'
import styles from './device-cells.module.css'

const TAGS_SHOWN = 1
const MIB = 2 ** 20

const heartbeatTone: Record<ListedDevice['api_heartbeat_state'], Tone> = {
  online: 'ok',
  timeout: 'warn',
  offline: 'idle',
  unknown: 'idle',
}

interface OfDevice {
  device: ListedDevice
}

// The cells of the usual columns are functions without hooks, not components: a page has hundreds, and each component costs as
// much as the elements in it.

export function nameCell({ id, uuid, device_name }: ListedDevice): ReactNode {
  return (
    <span className={styles.named}>
      <Link to={paths.device(uuid)} className={styles.name} title={device_name}>
        {device_name}
      </Link>
      <ExternalMark id={id} />
    </span>
  )
}

export function uuidCell({ uuid, device_name }: ListedDevice): ReactNode {
  return (
    <span className={styles.uuid}>
      <span className="mono" title={uuid}>
        {shortId(uuid)}
      </span>
      <CopyButton text={uuid} what={devicesText.uuidOf(device_name)} />
    </span>
  )
}

export function Connected({ up }: { up: boolean }) {
  return (
    <StatusBadge plain tone={up ? 'ok' : 'idle'}>
      {up ? devicesText.connected : devicesText.notConnected}
    </StatusBadge>
  )
}

export function Heartbeat({ state }: { state: ListedDevice['api_heartbeat_state'] }) {
  return (
    <StatusBadge plain tone={heartbeatTone[state]}>
      {devicesText.heartbeat[state]}
    </StatusBadge>
  )
}

export function tagsCell({ device_tag, device_name }: ListedDevice): ReactNode {
  return (
    <TagList
      tags={tagValues(device_tag)}
      max={TAGS_SHOWN}
      label={devicesText.tagsOf(device_name)}
      empty={<Nothing />}
    />
  )
}

/** Shown if a device does not have the tag of the column. */
export function Nothing() {
  return <span className={styles.quiet}>{devicesText.unknown}</span>
}

export function YesNo({ of: value }: { of: boolean | undefined }) {
  if (value === undefined) return devicesText.unknown
  return value ? devicesText.yes : <span className={styles.quiet}>{devicesText.no}</span>
}

export function Time({ at }: { at: string | null | undefined }) {
  return at ? <RelativeTime at={at} /> : devicesText.unknown
}

/** The first line of a text; the full text is shown on hover. */
export function Cut({ text }: { text: string | null | undefined }) {
  if (!text) return devicesText.unknown
  return (
    <span className={styles.cut} title={text}>
      {text.split('\n', 1)[0]}
    </span>
  )
}

/** The current release, the target release if it differs, and whether the device is pinned. */
export function releaseText(device: ListedDevice): string {
  const { runs, target } = releaseChange(device)
  const pinned = device.is_pinned_on__release.length > 0 ? devicesText.pinned : ''
  return sentences(target === undefined ? runs : devicesText.releaseChange(runs, target), pinned)
}

/** The current release, and the target release if it differs. */
function releaseChange({
  is_running__release: [running],
  should_be_running__release: [target],
}: ListedDevice) {
  return {
    runs: running ? releaseLabel(running) : devicesText.noRelease,
    target: target === undefined || target.id === running?.id ? undefined : releaseLabel(target),
  }
}

export function releaseCell(device: ListedDevice): ReactNode {
  const { runs, target } = releaseChange(device)
  return (
    <span className={styles.release}>
      {target === undefined ? (
        runs
      ) : (
        <>
          <span aria-hidden="true">{devicesText.releaseChange(runs, target)}</span>
          <span className="visually-hidden">{devicesText.releaseChangeName(runs, target)}</span>
        </>
      )}
      {device.is_pinned_on__release.length > 0 && (
        <Tag title={devicesText.pinnedTitle}>{devicesText.pinned}</Tag>
      )}
    </span>
  )
}

const onlineFor = (at: number, now: number) => devicesText.onlineFor(formatSpan(now - at))

/** How long a device has been online, or when it was last seen. */
export function lastSeenText({ last_connectivity_event: at, is_online }: ListedDevice, now: number): string {
  if (at === null) return devicesText.neverSeen
  return (is_online ? onlineFor : relativeTime)(toInstant(at), now)
}

export function lastSeenCell({ last_connectivity_event: at, is_online }: ListedDevice): ReactNode {
  if (at === null) return <span className={styles.quiet}>{devicesText.neverSeen}</span>
  return is_online ? <RelativeTime at={at} format={onlineFor} /> : <RelativeTime at={at} />
}

/** Release and last contact, below the name; silent if the row says both in columns of their own. */
export function SecondLine({ device, repeats }: OfDevice & { repeats: boolean }) {
  return (
    <span className={styles.second} aria-hidden={repeats || undefined}>
      {releaseText(device)} · {lastSeenCell(device)}
    </span>
  )
}

/** A list of more addresses is broken, and would cover the page. */
const MAX_SHOWN = 20

/** The first of a list of addresses; the others are shown on hover. */
export function Addresses({ text }: { text: string | null | undefined }) {
  const all = [...new Set((text ?? '').split(' ').filter(Boolean))]
  const [first] = all
  if (first === undefined) return devicesText.unknown
  return (
    <span className="mono" title={all.length > 1 ? all.slice(0, MAX_SHOWN).join('\n') : undefined}>
      {first}
      {all.length > 1 && ` +${all.length - 1}`}
    </span>
  )
}

/** Percentage of memory or storage in use, given in MiB; the amounts are shown on hover. */
export function Usage({ used, total }: { used: number | null; total: number | null }) {
  if (used === null || total === null || total === 0) return devicesText.unknown
  return (
    <span title={devicesText.usage(formatBytes(used * MIB), formatBytes(total * MIB))}>
      {formatPercent((used / total) * 100)}
    </span>
  )
}
