import { updateRaceText } from '@/messages/operations/updates.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'

export interface ConcurrentUpdateWarningProps {
  /** Number of devices excluded only because the other kind of update is in progress. */
  races: number
  include: boolean
  onInclude: (include: boolean) => void
}

/** Devices with the other kind of update in progress are excluded unless the user includes them. */
export function ConcurrentUpdateWarning({ races, include, onInclude }: ConcurrentUpdateWarningProps) {
  if (races === 0 && !include) return null
  return <Checkbox label={updateRaceText.include} checked={include} onChange={onInclude} />
}
