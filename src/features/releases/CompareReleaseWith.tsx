import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { compareReleasesText as text } from '@/messages/releases/compare-releases.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'
import type { Release } from './releases.queries.ts'

export interface CompareReleaseWithProps {
  fleet: Fleet
  release: Release
  onClose: () => void
}

/** Selects the second release of a comparison from the fleet, including failed ones. */
export function CompareReleaseWith({ fleet, release, onClose }: CompareReleaseWithProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number | null>(null)
  const compare = () => {
    if (chosen === null) return
    onClose()
    void navigate(paths.compareReleases(fleet.id, release.id, chosen, fleet.is_of__class))
  }
  return (
    <Dialog
      onClose={onClose}
      title={text.pick(releaseLabel(release))}
      footer={
        <>
          <Button onClick={onClose}>{commonText.cancel}</Button>
          <Button
            variant="primary"
            reason={chosen === null ? text.nothingChosen : undefined}
            onClick={compare}
          >
            {text.confirm}
          </Button>
        </>
      }
    >
      <ReleasePicker
        fleetId={fleet.id}
        value={chosen}
        onChange={({ id }) => setChosen(id)}
        whyNot={({ id }) => (id === release.id ? text.itself : undefined)}
      />
    </Dialog>
  )
}
