import { updateRaceText } from '@/messages/updates.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'

export interface ConcurrentUpdateWarningProps {
  /** How many devices are left out only because the other kind of update is under way. */
  races: number
  goOn: boolean
  onGoOn: (goOn: boolean) => void
}

/** Devices on which both kinds of update would meet are left out, unless somebody wants them. */
export function ConcurrentUpdateWarning({ races, goOn, onGoOn }: ConcurrentUpdateWarningProps) {
  if (races === 0 && !goOn) return null
  return <Checkbox label={updateRaceText.include} checked={goOn} onChange={onGoOn} />
}
