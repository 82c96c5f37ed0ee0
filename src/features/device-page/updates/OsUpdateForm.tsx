import { useState } from 'react'
import { osUpdateCommands } from '@/domain/operations/update-commands.ts'
import { osUpdatePlan, type OsUpdateChoice } from '@/domain/os-update/os-update-plan.ts'
import { startOsUpdate, type SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import type { OsRelease } from '@/domain/os-update/os-update.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { OsVersionChoice } from '@/widgets/os-update/OsVersionChoice.tsx'
import { raceOfOsUpdate } from './concurrent-update.ts'
import { UpdateForm } from './UpdateForm.tsx'
import styles from './UpdateDialog.module.css'

export interface OsUpdateFormProps {
  /** The device; empty if it was deleted. */
  devices: readonly SystemDevice[]
  catalogue: readonly OsRelease[]
  onClose: () => void
}

/** Selects the version and starts the update, if the device supports it. */
export function OsUpdateForm({ devices, catalogue, onClose }: OsUpdateFormProps) {
  // Concurrent updates are confirmed once, below.
  const [choice, setChoice] = useState<OsUpdateChoice>({
    picked: null,
    withEsr: false,
    erase: false,
    includeUpdating: true,
  })
  const [agreed, setAgreed] = useState(false)
  const plan = osUpdatePlan(devices, catalogue, choice)
  const [target] = plan.targets
  const version = plan.chosen?.version ?? ''
  const name = devices[0]?.device_name ?? ''
  return (
    <UpdateForm
      race={raceOfOsUpdate(plan.targets)}
      agreed={agreed}
      onAgree={setAgreed}
      commands={target && osUpdateCommands(target, version)}
      startLabel={osUpdateText.start}
      reason={plan.reason}
      danger={plan.takeovers > 0}
      onStart={async () => {
        if (target) await startOsUpdate(target, version)
      }}
      startedText={osUpdateText.started(name, version)}
      onClose={onClose}
    >
      <p className={styles.intro}>{osUpdateText.intro(devices.length, name)}</p>
      <OsVersionChoice
        devices={devices}
        catalogue={catalogue}
        choice={choice}
        plan={plan}
        onChoice={setChoice}
      />
    </UpdateForm>
  )
}
