import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchTask } from '@/domain/operations/batch-task.ts'
import { osUpdateLoop, osUpdatesOfEach } from '@/domain/operations/update-commands.ts'
import { osUpdatePlan, type OsUpdateChoice } from '@/domain/os-update/os-update-plan.ts'
import { osVersionsQuery, startOsUpdate, type SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import { osVerdict, racesIn } from '@/domain/os-update/update-verdict.ts'
import { updateBatchText } from '@/messages/operations/operations.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { TaskDialog } from '@/widgets/operations/TaskDialog.tsx'
import { OsVersionChoice } from '@/widgets/os-update/OsVersionChoice.tsx'
import { ConcurrentUpdateWarning } from './ConcurrentUpdateWarning.tsx'
import { useSelectedSystems, type SystemBatchProps } from './selected-systems.ts'
import { UpdateBody } from './UpdateBody.tsx'

/** Maximum number of devices that a command lists one by one. */
const MAX_NAMED = 50

/** Updates the host OS of the selected devices: choose a version, review the effect on each device, start. */
export function OsUpdateBatch({ filter, read, ...common }: SystemBatchProps) {
  const selected = useSelectedSystems(read)
  const devices = selected.data ?? []
  const versions = useQuery({
    ...osVersionsQuery(devices.map(({ deviceType }) => deviceType)),
    enabled: selected.data !== undefined,
  })
  const catalogue = versions.data ?? []
  const [choice, setChoice] = useState<OsUpdateChoice>({
    picked: null,
    withEsr: false,
    erase: false,
    includeUpdating: false,
  })
  const isReady = selected.data !== undefined && versions.data !== undefined
  const plan = osUpdatePlan(devices, catalogue, choice)
  const version = plan.chosen?.version ?? ''
  const verdictOf = osVerdict(version, catalogue, choice)
  const task: BatchTask<SystemDevice> = {
    canForce: false,
    whyNot: (device) => {
      const { isUpdated, text } = verdictOf(device)
      return isUpdated ? undefined : text
    },
    performance: { kind: 'each', perform: (device) => startOsUpdate(device, version) },
  }
  return (
    <TaskDialog
      {...common}
      read={read}
      task={task}
      words={updateBatchText.updateOs}
      dangerous={plan.takeovers > 0}
      reason={isReady ? plan.reason : osUpdateText.loading}
      commands={
        plan.targets.length === 0
          ? undefined
          : plan.targets.length > MAX_NAMED
            ? osUpdateLoop(filter, version)
            : osUpdatesOfEach(plan.targets, version)
      }
    >
      <UpdateBody
        selected={selected}
        versions={versions}
        count={common.count}
        failedTitle={osUpdateText.retrieveFailed}
      >
        <OsVersionChoice
          devices={devices}
          catalogue={catalogue}
          choice={choice}
          plan={plan}
          onChoice={setChoice}
        />
        <ConcurrentUpdateWarning
          races={racesIn(plan.rows)}
          include={choice.includeUpdating}
          onInclude={(includeUpdating) => setChoice({ ...choice, includeUpdating })}
        />
      </UpdateBody>
    </TaskDialog>
  )
}
