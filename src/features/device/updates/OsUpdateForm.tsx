import { useState } from 'react'
import { startOsUpdate, type SystemDevice } from '@/domain/os-update.queries.ts'
import type { OsChoice, OsRelease } from '@/domain/os-update.ts'
import { isEsr } from '@/domain/os-version.ts'
import { inOrder } from '@/lib/equivalent-command.ts'
import { osUpdateText } from '@/messages/updates.ts'
import { formatNumber } from '@/lib/format.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { OsUpdateClasses } from './OsUpdateClasses.tsx'
import { osUpdatePlan } from './os-update-plan.ts'
import { runOnEach } from './run-on-each.ts'
import { osUpdateCommands } from './update-commands.ts'
import { raceOfOsUpdate } from './update-race.ts'
import { UpdateForm } from './UpdateForm.tsx'
import { VersionList } from './VersionList.tsx'
import styles from './UpdateDialog.module.css'

export interface OsUpdateFormProps {
  devices: readonly SystemDevice[]
  catalogue: readonly OsRelease[]
  onClose: () => void
}

/** Chooses the version and starts the update of those devices that can go to it (spec 2 §4, §5). */
export function OsUpdateForm({ devices, catalogue, onClose }: OsUpdateFormProps) {
  const [withEsr, setWithEsr] = useState(false)
  const [picked, setPicked] = useState<string | null>(null)
  const [erase, setErase] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const plan = osUpdatePlan(devices, catalogue, { picked, withEsr, erase })
  const { choices, chosen, targets, takesOver, blocked } = plan
  const version = chosen?.version ?? ''
  const name = devices[0]?.name ?? ''
  return (
    <UpdateForm
      race={raceOfOsUpdate(targets)}
      agreed={agreed}
      onAgree={setAgreed}
      commands={chosen && inOrder(targets.map((device) => osUpdateCommands(device, version)))}
      startLabel={
        targets.length > 1 ? osUpdateText.startSome(formatNumber(targets.length)) : osUpdateText.start
      }
      reason={plan.reason}
      danger={takesOver}
      onStart={() => runOnEach(targets, (device) => startOsUpdate(device, version))}
      startedText={
        targets.length > 1
          ? osUpdateText.startedMany(formatNumber(targets.length), version)
          : osUpdateText.started(targets[0]?.name ?? '', version)
      }
      onClose={onClose}
    >
      <p className={styles.intro}>{osUpdateText.intro(devices.length, name)}</p>
      {blocked && <Banner tone="warn">{blocked.detail ?? blocked.reason}</Banner>}
      <VersionList
        label={osUpdateText.versions}
        choices={choices.map(asVersion)}
        chosen={chosen?.version ?? null}
        onChoose={(choice) => {
          setPicked(choice)
          setErase(false)
        }}
        empty={osUpdateText.noVersions}
      />
      {mayShowEsr(devices, catalogue) && (
        <div>
          <Checkbox label={osUpdateText.showEsr} checked={withEsr} onChange={setWithEsr} />
          {withEsr && <p className={styles.note}>{osUpdateText.esrNote}</p>}
        </div>
      )}
      {chosen && <OsUpdateClasses classes={plan.classes} of={devices.length} />}
      {takesOver && (
        <>
          <Banner tone="bad">{osUpdateText.takeoverWarning}</Banner>
          <Checkbox label={osUpdateText.takeoverAgreed} checked={erase} onChange={setErase} />
        </>
      )}
    </UpdateForm>
  )
}

/** Extended support is reached by a switch of its own, where there is any to reach (decisions 17). */
function mayShowEsr(devices: readonly SystemDevice[], catalogue: readonly OsRelease[]): boolean {
  return devices.every(({ osVersion }) => !isEsr(osVersion)) && catalogue.some((release) => release.isEsr)
}

function asVersion({ version, reason, isRecommended, isEsr: esr, knownIssues, takesOver }: OsChoice) {
  return {
    version,
    reason,
    marks: [
      ...(isRecommended ? [{ text: osUpdateText.recommended }] : []),
      ...(esr ? [{ text: osUpdateText.esr }] : []),
      ...(knownIssues === null
        ? []
        : [{ text: osUpdateText.knownIssues, title: osUpdateText.knownIssueTitle(knownIssues) }]),
      ...(takesOver ? [{ text: osUpdateText.takeover, title: osUpdateText.takeoverWarning }] : []),
    ],
  }
}
