import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchTask } from '@/domain/operations/batch-task.ts'
import { supervisorUpdateCommand } from '@/domain/operations/update-commands.ts'
import {
  setSupervisorRelease,
  supervisorReleasesQuery,
  type SystemDevice,
} from '@/domain/os-update/os-update.queries.ts'
import {
  supervisorChoices,
  supervisorReleaseFor,
  supervisorTargets,
  whyNotUpdateSupervisor,
} from '@/domain/os-update/supervisor-update.ts'
import { racesIn, supervisorVerdict, updatedIn, verdictRows } from '@/domain/os-update/update-verdict.ts'
import { updateBatchText } from '@/messages/operations/operations.ts'
import { osUpdateText, supervisorUpdateText } from '@/messages/operations/updates.ts'
import { TaskDialog } from '@/widgets/operations/TaskDialog.tsx'
import { SupervisorVersionChoice } from '@/widgets/os-update/SupervisorVersionChoice.tsx'
import { UpdateVerdicts } from '@/widgets/os-update/UpdateVerdicts.tsx'
import { ConcurrentUpdateWarning } from './ConcurrentUpdateWarning.tsx'
import { useSelectedSystems, type SystemBatchProps } from './selected-systems.ts'
import { UpdateBody } from './UpdateBody.tsx'

/** Updates the supervisor of the selected devices. */
export function SupervisorUpdateBatch({ read, ...common }: SystemBatchProps) {
  const selected = useSelectedSystems(read)
  const devices = selected.data ?? []
  const versions = useQuery({
    ...supervisorReleasesQuery(devices.map(({ architecture }) => architecture)),
    enabled: selected.data !== undefined,
  })
  const releases = versions.data ?? []
  const [picked, setPicked] = useState<string | null>(null)
  const [includeUpdating, setIncludeUpdating] = useState(false)
  // Devices that cannot be updated at all must not limit the versions offered to the others.
  const able = devices.filter((device) => whyNotUpdateSupervisor(device) === undefined)
  const choices = supervisorChoices(able.length > 0 ? able : devices, releases)
  const open = choices.filter(({ reason }) => reason === undefined)
  const version = (open.find((choice) => choice.version === picked) ?? open[0])?.version
  const verdictOf = supervisorVerdict(version ?? '', releases, { includeUpdating })
  const rows = version === undefined ? [] : verdictRows(devices, verdictOf)
  const updated = updatedIn(rows)
  const task: BatchTask<SystemDevice> = {
    canForce: false,
    whyNot: (device) => {
      const { isUpdated, text } = verdictOf(device)
      return isUpdated ? undefined : text
    },
    performance: {
      kind: 'together',
      groupOf: (device) => supervisorReleaseFor(device, version ?? '', releases)?.id,
      async perform(those) {
        for (const target of supervisorTargets(those, releases, version ?? '')) {
          await setSupervisorRelease(
            target.devices.map(({ id }) => id),
            target.release,
          )
        }
      },
    },
  }
  const whyNot = () => {
    if (selected.data === undefined || versions.data === undefined) return osUpdateText.loading
    if (version === undefined) return osUpdateText.chooseFirst
    return updated.length === 0 ? osUpdateText.noneUpdatable : undefined
  }
  return (
    <TaskDialog
      {...common}
      read={read}
      task={task}
      words={updateBatchText.updateSupervisor}
      reason={whyNot()}
      commands={
        version === undefined || updated.length === 0
          ? undefined
          : {
              cli: null,
              curl: supervisorTargets(updated, releases, version)
                .map(({ release, devices: those }) =>
                  supervisorUpdateCommand(
                    those.map(({ id }) => id),
                    release,
                  ),
                )
                .join('\n\n'),
            }
      }
    >
      <UpdateBody
        selected={selected}
        versions={versions}
        count={common.count}
        failedTitle={supervisorUpdateText.loadFailed}
      >
        <SupervisorVersionChoice choices={choices} chosen={version ?? null} onChoose={setPicked} />
        <UpdateVerdicts rows={rows} of={devices.length} />
        <ConcurrentUpdateWarning
          races={racesIn(rows)}
          include={includeUpdating}
          onInclude={setIncludeUpdating}
        />
      </UpdateBody>
    </TaskDialog>
  )
}
