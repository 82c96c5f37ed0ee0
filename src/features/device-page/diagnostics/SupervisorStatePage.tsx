import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onlyReports } from '@/domain/operations/reach.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { QueryFailure } from '@/features/device-page/QueryFailure.tsx'
import { diagnosticsText, stateText } from '@/messages/device-page/diagnostics.ts'
import { CopyButton } from '@/ui/display/CopyButton.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { supervisorStateQuery, targetStateQuery } from './diagnostics.queries.ts'
import { MachineText } from './OutputText.tsx'
import { compareStates, currentState, targetState } from './state-comparison.ts'
import { StateDifferences } from './StateDifferences.tsx'
import styles from './Diagnostics.module.css'

export function Component() {
  const { device, situation } = useDevicePage()
  const current = useQuery(supervisorStateQuery(device.uuid))
  const target = useQuery(targetStateQuery(device.uuid, device.supervisor_version))
  const currentData = current.data ?? null
  const targetData = target.data ?? null
  return (
    <>
      <PageTitle
        hidden
        title={stateText.title}
        documentTitle={diagnosticsText.documentTitle(stateText.title, device.device_name)}
      />
      {current.error && <QueryFailure error={current.error} prefixed={stateText.currentError} />}
      {target.error && <QueryFailure error={target.error} prefixed={stateText.targetError} />}
      {(!situation.online || (current.isSuccess && currentData === null)) && (
        <Banner tone="info">
          {onlyReports(device.overall_status) ? stateText.onlyReports : stateText.offline}
        </Banner>
      )}
      {target.isSuccess && targetData === null && <Banner tone="info">{stateText.noTarget}</Banner>}
      {targetData !== null && !current.isPending && (
        <StateDifferences
          differences={compareStates(
            currentState(device, currentData),
            targetState(device, device.uuid, targetData),
          )}
        />
      )}
      <div className={styles.states}>
        <StatePanel title={stateText.current} pending={current.isPending} value={currentData} />
        <StatePanel
          title={stateText.target}
          aside={targetData && <span className={styles.quiet}>{stateText.form(targetData.version)}</span>}
          pending={target.isPending}
          value={targetData?.state ?? null}
        />
      </div>
    </>
  )
}

interface StatePanelProps {
  title: string
  aside?: ReactNode
  pending: boolean
  /** Null if there is none. */
  value: object | null
}

/** A state as raw JSON, with a copy button. */
function StatePanel({ title, aside, pending, value }: StatePanelProps) {
  const text = value === null ? '' : JSON.stringify(value, null, 2)
  return (
    <Panel title={title} aside={aside} actions={text !== '' && <CopyButton text={text} what={title} />}>
      {pending ? (
        <LoadingRegion label={stateText.loading}>
          <SkeletonLines lines={8} height={14} />
        </LoadingRegion>
      ) : text === '' ? (
        <p className={styles.quiet}>{stateText.nothing}</p>
      ) : (
        <MachineText label={title} text={text} />
      )}
    </Panel>
  )
}
