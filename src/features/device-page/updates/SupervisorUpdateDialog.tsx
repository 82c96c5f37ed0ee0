import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supervisorUpdateCommand } from '@/domain/operations/update-commands.ts'
import {
  setSupervisorRelease,
  supervisorReleasesQuery,
  systemDevicesQuery,
  type SystemDevice,
} from '@/domain/os-update/os-update.queries.ts'
import {
  supervisorChoices,
  supervisorReleaseFor,
  whyNotUpdateSupervisor,
  type SupervisorRelease,
} from '@/domain/os-update/supervisor-update.ts'
import { failureText } from '@/features/device-page/failure-text.ts'
import { osUpdateText, supervisorUpdateText } from '@/messages/operations/updates.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { SupervisorVersionChoice } from '@/widgets/os-update/SupervisorVersionChoice.tsx'
import { raceOfSupervisorUpdate } from './concurrent-update.ts'
import type { SystemUpdateDialogProps } from './OsUpdateDialog.tsx'
import { UpdateForm } from './UpdateForm.tsx'
import styles from './UpdateDialog.module.css'

/** Updates the supervisor of a device. */
export function SupervisorUpdateDialog({ ids, onClose }: SystemUpdateDialogProps) {
  const devices = useQuery(systemDevicesQuery(ids))
  const releases = useQuery({
    ...supervisorReleasesQuery((devices.data ?? []).map(({ architecture }) => architecture)),
    enabled: devices.data !== undefined,
  })
  const error = devices.error ?? releases.error
  return (
    <Dialog onClose={onClose} title={supervisorUpdateText.title}>
      {devices.data && releases.data ? (
        <SupervisorUpdateForm devices={devices.data} releases={releases.data} onClose={onClose} />
      ) : error ? (
        <ErrorState
          compact
          title={supervisorUpdateText.loadFailed}
          detail={failureText(error)}
          retrying={devices.isFetching || releases.isFetching}
          onRetry={() => void (devices.error ? devices.refetch() : releases.refetch())}
        />
      ) : (
        <LoadingRegion label={osUpdateText.loading}>
          <SkeletonLines lines={5} height={18} />
        </LoadingRegion>
      )}
    </Dialog>
  )
}

interface SupervisorUpdateFormProps {
  /** The device; empty if it was deleted. */
  devices: readonly SystemDevice[]
  releases: readonly SupervisorRelease[]
  onClose: () => void
}

function SupervisorUpdateForm({ devices, releases, onClose }: SupervisorUpdateFormProps) {
  const [picked, setPicked] = useState<string | null>(null)
  const [agreed, setAgreed] = useState(false)
  const [device] = devices
  const blocked = device && whyNotUpdateSupervisor(device)
  const choices = supervisorChoices(devices, releases)
  const open = choices.filter(({ reason }) => reason === undefined)
  const version = (open.find((choice) => choice.version === picked) ?? open[0])?.version
  const release =
    device && version !== undefined ? supervisorReleaseFor(device, version, releases) : undefined
  const name = device?.device_name ?? ''
  return (
    <UpdateForm
      race={raceOfSupervisorUpdate(devices)}
      agreed={agreed}
      onAgree={setAgreed}
      commands={device && release && { cli: null, curl: supervisorUpdateCommand([device.id], release.id) }}
      startLabel={supervisorUpdateText.start}
      reason={blocked ?? (release === undefined ? osUpdateText.chooseFirst : undefined)}
      onStart={async () => {
        if (device && release) await setSupervisorRelease([device.id], release.id)
      }}
      startedText={supervisorUpdateText.started(name, version ?? '')}
      onClose={onClose}
    >
      <p className={styles.intro}>{supervisorUpdateText.intro(devices.length, name)}</p>
      {blocked !== undefined && <Banner tone="warn">{blocked}</Banner>}
      <SupervisorVersionChoice choices={choices} chosen={version ?? null} onChoose={setPicked} />
    </UpdateForm>
  )
}
