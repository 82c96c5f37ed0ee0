import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  setSupervisorRelease,
  supervisorReleasesQuery,
  systemDevicesQuery,
  type SystemDevice,
} from '@/domain/os-update.queries.ts'
import {
  supervisorChoices,
  supervisorTargets,
  whyNotUpdateSupervisor,
  type SupervisorRelease,
} from '@/domain/supervisor-update.ts'
import { formatNumber } from '@/lib/format.ts'
import { osUpdateText, supervisorUpdateText } from '@/messages/updates.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Dialog } from '@/ui/Dialog.tsx'
import { ErrorState } from '@/ui/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/Skeleton.tsx'
import { failureText } from '../failure-text.ts'
import type { SystemUpdateDialogProps } from './OsUpdateDialog.tsx'
import { runOnEach } from './run-on-each.ts'
import { supervisorUpdateCommand } from './update-commands.ts'
import { raceOfSupervisorUpdate } from './update-race.ts'
import { UpdateForm } from './UpdateForm.tsx'
import { VersionList } from './VersionList.tsx'
import styles from './UpdateDialog.module.css'

/** Replaces the supervisor of one or many devices by a newer one (spec 2 §5). */
export function SupervisorUpdateDialog({ ids, onClose }: SystemUpdateDialogProps) {
  const devices = useQuery(systemDevicesQuery(ids))
  const releases = useQuery({
    ...supervisorReleasesQuery((devices.data ?? []).map(({ architecture }) => architecture)),
    enabled: devices.data !== undefined,
  })
  const error = devices.error ?? releases.error
  return (
    <Dialog opened onClose={onClose} title={supervisorUpdateText.title}>
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
  devices: readonly SystemDevice[]
  releases: readonly SupervisorRelease[]
  onClose: () => void
}

function SupervisorUpdateForm({ devices, releases, onClose }: SupervisorUpdateFormProps) {
  const [picked, setPicked] = useState<string | null>(null)
  const [agreed, setAgreed] = useState(false)
  const able = devices.filter((device) => whyNotUpdateSupervisor(device) === undefined)
  const blocked = able.length === 0 && devices[0] ? whyNotUpdateSupervisor(devices[0]) : undefined
  const choices = supervisorChoices(able.length > 0 ? able : devices, releases)
  const open = choices.filter(({ reason }) => reason === undefined)
  const chosen = open.find(({ version }) => version === picked) ?? open[0]
  const version = chosen?.version ?? ''
  const targets = supervisorTargets(able, releases, version)
  const updated = targets.flatMap((target) => target.devices)
  const name = updated[0]?.name ?? ''
  return (
    <UpdateForm
      race={raceOfSupervisorUpdate(able)}
      agreed={agreed}
      onAgree={setAgreed}
      commands={
        targets.length > 0
          ? {
              cli: null,
              curl: targets
                .map((target) =>
                  supervisorUpdateCommand(
                    target.devices.map(({ id }) => id),
                    target.release,
                  ),
                )
                .join('\n\n'),
            }
          : undefined
      }
      startLabel={supervisorUpdateText.start}
      reason={blocked ?? (chosen === undefined ? osUpdateText.chooseFirst : undefined)}
      onStart={() =>
        runOnEach(targets, (target) =>
          setSupervisorRelease(
            target.devices.map(({ id }) => id),
            target.release,
          ),
        )
      }
      startedText={
        updated.length > 1
          ? supervisorUpdateText.startedMany(formatNumber(updated.length), version)
          : supervisorUpdateText.started(name, version)
      }
      onClose={onClose}
    >
      <p className={styles.intro}>{supervisorUpdateText.intro(devices.length, devices[0]?.name ?? '')}</p>
      {blocked !== undefined && <Banner tone="warn">{blocked}</Banner>}
      <VersionList
        label={supervisorUpdateText.versions}
        choices={choices.map((choice) => ({
          version: choice.version,
          reason: choice.reason,
          marks: choice.isNewest ? [{ text: supervisorUpdateText.newest }] : [],
        }))}
        chosen={chosen?.version ?? null}
        onChoose={setPicked}
        empty={supervisorUpdateText.noVersions}
      />
    </UpdateForm>
  )
}
