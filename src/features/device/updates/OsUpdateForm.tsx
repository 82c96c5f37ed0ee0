import { useState } from 'react'
import { startOsUpdate, type SystemDevice } from '@/domain/os-update.queries.ts'
import {
  classifyOsUpdates,
  isUpdated,
  osChoices,
  whyNotUpdateOs,
  type OsChoice,
  type OsRelease,
} from '@/domain/os-update.ts'
import { isEsr } from '@/domain/os-version.ts'
import { inOrder } from '@/lib/equivalent-command.ts'
import { osUpdateText } from '@/messages/updates.ts'
import { formatNumber } from '@/lib/format.ts'
import { Banner } from '@/ui/Banner.tsx'
import { Checkbox } from '@/ui/Checkbox.tsx'
import { OsUpdateClasses } from './OsUpdateClasses.tsx'
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
  const choices = osChoices(devices, catalogue, { withEsr })
  const chosen = chosenOf(choices, picked)
  const version = chosen?.version ?? ''
  const classes = classifyOsUpdates(chosen ? devices : [], version, catalogue)
  const updated = [...classes].flatMap(([osClass, those]) => (isUpdated(osClass) ? those : []))
  const targets = devices.filter(({ id }) => updated.some((device) => device.id === id))
  const takesOver = chosen?.takesOver === true && targets.length > 0
  const first = devices[0]
  const blocked = devices.length === 1 && first ? whyNotUpdateOs(first, catalogue) : undefined
  const reason =
    blocked?.reason ??
    (chosen === undefined
      ? osUpdateText.chooseFirst
      : targets.length === 0
        ? osUpdateText.noneUpdatable
        : takesOver && !erase
          ? osUpdateText.takeoverFirst
          : undefined)
  return (
    <UpdateForm
      race={raceOfOsUpdate(targets)}
      agreed={agreed}
      onAgree={setAgreed}
      commands={chosen && inOrder(targets.map((device) => osUpdateCommands(device, version)))}
      startLabel={
        targets.length > 1 ? osUpdateText.startSome(formatNumber(targets.length)) : osUpdateText.start
      }
      reason={reason}
      danger={takesOver}
      onStart={() => runOnEach(targets, (device) => startOsUpdate(device, version))}
      startedText={
        targets.length > 1
          ? osUpdateText.startedMany(formatNumber(targets.length), version)
          : osUpdateText.started(targets[0]?.name ?? '', version)
      }
      onClose={onClose}
    >
      <p className={styles.intro}>{osUpdateText.intro(devices.length, first?.name ?? '')}</p>
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
      {chosen && <OsUpdateClasses classes={classes} of={devices.length} />}
      {takesOver && (
        <>
          <Banner tone="bad">{osUpdateText.takeoverWarning}</Banner>
          <Checkbox label={osUpdateText.takeoverAgreed} checked={erase} onChange={setErase} />
        </>
      )}
    </UpdateForm>
  )
}

/** What the person picked, as long as it is offered; else what is recommended. */
function chosenOf(choices: readonly OsChoice[], picked: string | null): OsChoice | undefined {
  const open = choices.filter(({ reason }) => reason === undefined)
  return open.find(({ version }) => version === picked) ?? open.find(({ isRecommended }) => isRecommended)
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
