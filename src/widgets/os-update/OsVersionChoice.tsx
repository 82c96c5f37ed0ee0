import type { OsUpdatePlan, OsUpdateChoice } from '@/domain/os-update/os-update-plan.ts'
import type { SystemDevice } from '@/domain/os-update/os-update.queries.ts'
import type { OsChoice, OsRelease } from '@/domain/os-update/os-update.ts'
import { isEsr } from '@/domain/os-update/os-version.ts'
import { formatNumber } from '@/lib/format.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { UpdateVerdicts } from './UpdateVerdicts.tsx'
import { VersionList } from './VersionList.tsx'
import styles from './UpdateChoice.module.css'

export interface OsVersionChoiceProps {
  devices: readonly SystemDevice[]
  catalogue: readonly OsRelease[]
  choice: OsUpdateChoice
  plan: OsUpdatePlan
  onChoice: (choice: OsUpdateChoice) => void
}

/** Selection of an OS version, its effect on each device, and the consent for a takeover. */
export function OsVersionChoice({ devices, catalogue, choice, plan, onChoice }: OsVersionChoiceProps) {
  const { choices, chosen, takeovers, blocked } = plan
  return (
    <>
      {blocked && <Banner tone="warn">{blocked.detail ?? blocked.reason}</Banner>}
      <VersionList
        label={osUpdateText.versions}
        choices={choices.map(asVersion)}
        chosen={chosen?.version ?? null}
        onChoose={(picked) => onChoice({ ...choice, picked, erase: false })}
        empty={osUpdateText.noVersions}
      />
      {mayShowEsr(devices, catalogue) && (
        <div>
          <Checkbox
            label={osUpdateText.showEsr}
            checked={choice.withEsr}
            onChange={(withEsr) => onChoice({ ...choice, withEsr })}
          />
          {choice.withEsr && <p className={styles.note}>{osUpdateText.esrNote}</p>}
        </div>
      )}
      <UpdateVerdicts rows={plan.rows} of={devices.length} />
      {takeovers > 0 && (
        <>
          <Banner tone="bad">
            {devices.length === 1
              ? osUpdateText.takeoverWarning
              : osUpdateText.takeoverWarningMany(takeovers, formatNumber(takeovers))}
          </Banner>
          <Checkbox
            label={osUpdateText.takeoverAgreed}
            checked={choice.erase}
            onChange={(erase) => onChoice({ ...choice, erase })}
          />
        </>
      )}
    </>
  )
}

/** Extended support versions are behind a switch, if there are any (docs/decisions/product-rules.md, 17). */
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
