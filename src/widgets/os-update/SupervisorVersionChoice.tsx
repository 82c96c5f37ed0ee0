import type { SupervisorChoice } from '@/domain/os-update/supervisor-update.ts'
import { supervisorUpdateText } from '@/messages/operations/updates.ts'
import { VersionList } from './VersionList.tsx'

export interface SupervisorVersionChoiceProps {
  choices: readonly SupervisorChoice[]
  chosen: string | null
  onChoose: (version: string) => void
}

/** Selection of a supervisor version. */
export function SupervisorVersionChoice({ choices, chosen, onChoose }: SupervisorVersionChoiceProps) {
  return (
    <VersionList
      label={supervisorUpdateText.versions}
      choices={choices.map(({ version, reason, isNewest }) => ({
        version,
        reason,
        marks: isNewest ? [{ text: supervisorUpdateText.newest }] : [],
      }))}
      chosen={chosen}
      onChoose={onChoose}
      empty={supervisorUpdateText.noVersions}
    />
  )
}
