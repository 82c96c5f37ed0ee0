import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { fleetRoleQuery, roleOnDevice } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { MAX_RUNS } from '@/domain/device/multi-device-limits.ts'
import type { TargetChoice } from '@/features/device-page/terminal/terminal-target.ts'
import { formatNumber } from '@/lib/format.ts'
import { multiDeviceLogsText, runText, multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { AddDevice } from './AddDevice.tsx'
import { runDevicesQuery, type RunDevice } from './multi-device.queries.ts'
import { notRun } from './run-command.ts'
import type { RunSetup } from './run-files.ts'
import { servicesOfAll, defaultTarget, whyNotRun } from './run-targets.ts'
import { RunForm } from './RunForm.tsx'
import { RunTable, type TableRow } from './RunTable.tsx'
import { useChosenDevices } from './use-chosen-devices.ts'
import { useCommandRuns } from './use-command-runs.ts'

/** Runs a command on several devices. The address contains their UUIDs. */
export function Component() {
  const chosen = useChosenDevices(MAX_RUNS)
  const { uuids } = chosen
  const { data: found, error } = useQuery(runDevicesQuery(uuids))
  const { roleOf, areKnown } = useRoles(found ?? [])
  const devices = areKnown ? found : undefined
  const time = useTimeSource()
  const [chosenTarget, setChosenTarget] = useState<TargetChoice | null>(null)
  const choice = chosenTarget ?? defaultTarget(devices ?? [], roleOf)
  const [setup, setSetup] = useState<RunSetup | null>(null)
  const runs = useCommandRuns()
  const reasonOf = (device: RunDevice) => whyNotRun(device, choice, roleOf(device))
  const rows: TableRow[] = (devices ?? []).map((device) => {
    const result = runs.results.get(device.uuid)
    const reason = reasonOf(device)
    return { device, result: result ?? notRun('skipped', reason), ready: !result && reason === undefined }
  })
  const start = (command: string) => {
    setSetup({
      command,
      target: choice === 'host' ? runText.host : choice.slice('service:'.length),
      at: time.now(),
    })
    void runs.start({
      command,
      choice,
      devices: (devices ?? []).map((device) => ({ device, role: roleOf(device) })),
    })
  }
  return (
    <PageFrame
      crumbs={[{ label: runText.title }]}
      title={runText.title}
      count={multiDeviceLogsText.count(formatNumber(uuids.length), uuids.length)}
      actions={<AddDevice chosen={chosen} max={MAX_RUNS} />}
    >
      {error !== null && (
        <Banner tone="bad">
          {multiDeviceText.chooseFailed}: {errorMessage(error)}
        </Banner>
      )}
      <RunForm
        choice={choice}
        onChoice={setChosenTarget}
        services={servicesOfAll(devices ?? [])}
        devices={devices ?? []}
        reachable={(devices ?? []).filter((device) => reasonOf(device) === undefined).length}
        runs={runs}
        rows={rows}
        setup={setup}
        onRun={start}
      />
      <Devices devices={devices} rows={rows} runs={runs} onRemove={chosen.remove} />
    </PageFrame>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={runText.title} failed={multiDeviceText.chooseFailed} />
)

interface DevicesProps {
  devices: readonly RunDevice[] | undefined
  rows: readonly TableRow[]
  runs: ReturnType<typeof useCommandRuns>
  onRemove: (uuid: string) => void
}

function Devices({ devices, rows, runs, onRemove }: DevicesProps) {
  if (devices === undefined) {
    return (
      <LoadingRegion label={multiDeviceText.choosing}>
        <SkeletonLines lines={4} />
      </LoadingRegion>
    )
  }
  if (devices.length === 0) {
    return (
      <Card>
        <EmptyState title={multiDeviceText.needsDevices} />
      </Card>
    )
  }
  return <RunTable rows={rows} running={runs.running} onCancel={runs.cancel} onRemove={onRemove} />
}

/** The user's roles in the fleets of the devices, and whether all are loaded. Until then nothing is ruled out. */
function useRoles(devices: readonly RunDevice[]) {
  const fleets = [...new Set(devices.flatMap((device) => device.belongs_to__application.map(({ id }) => id)))]
  const roles = useQueries({ queries: fleets.map(fleetRoleQuery) })
  const roleOf = (device: RunDevice): Role => {
    const at = fleets.indexOf(device.belongs_to__application[0]?.id ?? -1)
    return roleOnDevice(roles[at]?.data)
  }
  return { roleOf, areKnown: !roles.some(({ isPending }) => isPending) }
}
