import { useQuery } from '@tanstack/react-query'
import { actionsService } from '@/api/actions.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { supervisorOnItsWay } from '@/domain/os-update/supervisor-update.ts'
import { systemUpdateState, type SystemUpdateState } from '@/domain/os-update/system-update.ts'
import * as poll from '@/domain/polling.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { formatPercent } from '@/lib/format.ts'
import { updateProgressText } from '@/messages/operations/updates.ts'
import { ProgressBar } from '@/ui/chart/Bars.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import styles from './SystemUpdatePanel.module.css'

/** Progress or error of an OS or supervisor update; empty if there is none. */
export function SystemUpdatePanel({ page }: { page: DevicePageData }) {
  const { device } = page
  const os = systemUpdateState(device)
  const supervisor = supervisorOnItsWay(
    device.supervisor_version,
    device.should_be_managed_by__release[0]?.raw_version,
  )
  if (os.kind === 'none' && supervisor === null) return null
  return (
    <section aria-label={updateProgressText.region} className={styles.panel}>
      {os.kind === 'failed' && (
        <Banner tone="bad">
          <strong>{updateProgressText.osFailed}.</strong> {updateProgressText.causes[os.cause]}
          <div className={styles.note}>{updateProgressText.said(os.said)}</div>
        </Banner>
      )}
      {os.kind === 'running' && <RunningOsUpdate page={page} state={os} />}
      {supervisor !== null && <RunningSupervisorUpdate online={page.situation.online} version={supervisor} />}
    </section>
  )
}

interface RunningOsUpdateProps {
  page: DevicePageData
  state: Extract<SystemUpdateState, { kind: 'running' }>
}

function RunningOsUpdate({ page: { device, role, situation }, state }: RunningOsUpdateProps) {
  const { data: run } = useQuery({
    queryKey: ['os-update', { uuid: device.uuid }],
    queryFn: ({ signal }) => actionsService().readOsUpdate(device.uuid, signal),
    refetchInterval: poll.osUpdate,
    enabled: whyNotAllowed(role, 'resin.device.actions-proxy-hup') === undefined,
  })
  const version = run?.parameters?.target_version?.replace(/\.(prod|dev)$/, '') ?? null
  return (
    <Card className={styles.row}>
      <div className={styles.head}>
        <h2 className={styles.title}>{updateProgressText.os(version)}</h2>
        <span className={styles.figure}>{formatPercent(state.percent)}</span>
      </div>
      <ProgressBar value={state.percent} label={updateProgressText.progress} />
      <Status className={styles.note}>
        {situation.online || state.step === 'rebooting'
          ? updateProgressText.steps[state.step]
          : updateProgressText.offline}
      </Status>
    </Card>
  )
}

function RunningSupervisorUpdate({ online, version }: { online: boolean; version: string }) {
  return (
    <Card className={styles.row}>
      <h2 className={styles.title}>{updateProgressText.supervisor(version)}</h2>
      {online ? (
        <ProgressBar value={null} label={updateProgressText.supervisorProgress} />
      ) : (
        <p className={styles.note}>{updateProgressText.supervisorWaits(version)}</p>
      )}
    </Card>
  )
}
