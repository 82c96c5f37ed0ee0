import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { acknowledgementsOf, type Acknowledgement } from '@/domain/device/acknowledgements.ts'
import { deviceIssues, type DeviceIssue, type IssueKind } from '@/domain/device/device-issues.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { currentServices } from '@/features/device-page/device-services.ts'
import { seenQuery, type Device } from '@/features/device-page/device.queries.ts'
import { recentExits, emptyMetricHistory } from '@/features/device-page/metrics/metric-poll-history.ts'
import { formatNumber, formatPercent } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { troubleText } from '@/messages/device-page/device-issues.ts'
import { factText, metricText } from '@/messages/device-page/device.ts'
import { useTimeText } from '@/ui/display/now.tsx'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ButtonLink } from '@/ui/form/Button.tsx'
import styles from './DeviceIssues.module.css'

const AcknowledgeIssue = lazy(() =>
  import('@/widgets/issues/AcknowledgeIssue.tsx').then((loaded) => ({ default: loaded.AcknowledgeIssue })),
)
const AcknowledgeDialog = lazy(() =>
  import('@/widgets/issues/AcknowledgeDialog.tsx').then((loaded) => ({ default: loaded.AcknowledgeDialog })),
)
const FlappingNotice = lazy(() =>
  import('./FlappingNotice.tsx').then((loaded) => ({ default: loaded.FlappingNotice })),
)

type Remedy = keyof typeof troubleText.remedies

/** Issues shown elsewhere are excluded: OS updates have their own panel, and frozen devices cannot be opened. */
type ShownIssueKind = Exclude<IssueKind, 'frozen' | 'os-update-failed'>
type IssueHere = DeviceIssue & { kind: ShownIssueKind }

const isShownHere = (issue: DeviceIssue): issue is IssueHere =>
  issue.kind !== 'frozen' && issue.kind !== 'os-update-failed'

const remedies: Record<ShownIssueKind, readonly Remedy[]> = {
  'never-online': ['history'],
  offline: ['history'],
  'cloudlink-down': ['history'],
  'heartbeat-missing': ['reboot', 'diagnostics'],
  reduced: ['diagnostics'],
  'crash-loop': ['logs', 'pin'],
  'service-down': ['logs'],
  'update-rejected': ['pin', 'release'],
  'update-aborted': ['logs', 'pin'],
  'update-locked': ['override', 'logs'],
  'storage-full': ['terminal', 'purge'],
  'memory-full': ['logs', 'restart'],
  hot: ['diagnostics'],
  undervolted: ['diagnostics'],
}

const grave = new Set<IssueKind>(['crash-loop', 'update-rejected', 'update-aborted', 'storage-full'])

/** The issues of the device, the most severe first. A string is compared by value, so that not every tick renders. */
export function useDeviceIssues(device: Device): readonly DeviceIssue[] {
  const { data: seen = emptyMetricHistory } = useQuery(seenQuery(device.uuid))
  const services = [...currentServices(device.image_install)].flatMap(([name, installs]) =>
    installs.map(({ status }) => ({ name, status, falls: recentExits(seen, name, Date.now()) })),
  )
  // Locks and waiting times change with the clock alone.
  const issuesJson = useTimeText((now) => JSON.stringify(deviceIssues(device, services, now)))
  return JSON.parse(issuesJson) as DeviceIssue[]
}

/** The issues of the device, with links to remedies. */
export function DeviceIssues({ page: { device, role } }: { page: DevicePageData }) {
  const issues = useDeviceIssues(device).filter(isShownHere)
  const ended = useTimeText((now) =>
    JSON.stringify(acknowledgementsOf(device.device_tag, now).map(({ kind }) => kind)),
  )
  const known = useMemo(() => {
    const kinds: unknown = JSON.parse(ended)
    return acknowledgementsOf(device.device_tag, 0).filter(
      ({ kind }) => Array.isArray(kinds) && kinds.includes(kind),
    )
  }, [device.device_tag, ended])
  // Here, so that what is typed is not lost when the issue ends.
  const [asked, setAsked] = useState<IssueKind>()
  const queries = useQueryClient()
  const fleetId = device.belongs_to__application[0]?.id
  return (
    <>
      {issues.length > 0 && (
        <section aria-label={troubleText.region} className={styles.troubles}>
          {issues.map((issue) => (
            <Notice
              key={`${issue.kind} ${issue.service ?? ''}`}
              device={device}
              issue={issue}
              known={known.find(({ kind }) => kind === issue.kind)}
              whyNot={whyNotAllowed(role, 'resin.device_tag.all')}
              onAsk={setAsked}
            />
          ))}
        </section>
      )}
      {asked && (
        <Suspense fallback={null}>
          <AcknowledgeDialog
            kind={asked}
            devices={[{ id: device.id, cliName: device.uuid, tags: device.device_tag }]}
            onClose={() => setAsked(undefined)}
            onDone={() => queries.invalidateQueries({ queryKey: ['device'] })}
          />
        </Suspense>
      )}
      {fleetId !== undefined && (
        <Suspense fallback={null}>
          <FlappingNotice device={device} fleetId={fleetId} />
        </Suspense>
      )}
    </>
  )
}

interface NoticeProps {
  device: Device
  issue: IssueHere
  known: Acknowledgement | undefined
  whyNot: string | undefined
  onAsk: (kind: IssueKind) => void
}

function Notice({ device, issue, known, whyNot, onAsk }: NoticeProps) {
  const { kind, service = '', value = 0 } = issue
  const running = device.is_running__release[0]
  const target = device.should_be_running__release[0]
  const { cause, next } = troubleText.words[kind]({
    service,
    value: kind === 'hot' ? metricText.celsius(formatNumber(value)) : formatPercent(Math.floor(value)),
    running: running ? releaseLabel(running) : factText.noRelease,
    target: target ? releaseLabel(target) : factText.noRelease,
  })
  const acknowledge = (
    <Suspense fallback={null}>
      <AcknowledgeIssue
        kind={kind}
        device={{ id: device.id, cliName: device.uuid, name: device.device_name, tags: device.device_tag }}
        known={known}
        whyNot={whyNot}
        onAsk={() => onAsk(kind)}
      />
    </Suspense>
  )
  return (
    <Banner
      tone={known ? 'idle' : grave.has(kind) ? 'bad' : 'warn'}
      action={
        <span className={styles.remedies}>
          {remedies[kind].map((remedy) => {
            const to = remedyPath(remedy, device)
            return (
              to !== undefined && (
                <ButtonLink key={remedy} size="s" to={to}>
                  {troubleText.remedies[remedy]}
                </ButtonLink>
              )
            )
          })}
          {!known && acknowledge}
        </span>
      }
    >
      <p className={styles.cause}>
        <strong>{cause}</strong>
        {kind === 'offline' && device.last_connectivity_event !== null && (
          <span className={styles.since}>
            <RelativeTime at={device.last_connectivity_event} within={troubleText.since} />
          </span>
        )}
      </p>
      <p className={styles.next}>{next}</p>
      {known && acknowledge}
    </Banner>
  )
}

/** Link to a remedy; undefined if there is none for this device. */
function remedyPath(remedy: Remedy, device: Device): string | undefined {
  const { uuid } = device
  switch (remedy) {
    case 'history':
      return paths.deviceHistory(uuid)
    case 'logs':
    case 'terminal':
      return `${paths.device(uuid)}?panel=${remedy}`
    case 'pin':
      return paths.deviceSettings(uuid)
    case 'release': {
      const fleet = device.belongs_to__application[0]
      const target = device.should_be_running__release[0]
      return fleet && target ? paths.release(fleet.id, target.id) : undefined
    }
    case 'override':
      return paths.deviceConfiguration(uuid)
    case 'reboot':
    case 'restart':
    case 'purge':
      return paths.deviceActions(uuid)
    case 'diagnostics':
      return paths.deviceDiagnostics(uuid)
  }
}
