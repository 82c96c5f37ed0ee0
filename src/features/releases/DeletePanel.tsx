import { useState } from 'react'
import { useNavigate } from 'react-router'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { paths } from '@/lib/paths.ts'
import { releaseSettingsText } from '@/messages/releases/releases.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DeleteReleasesDialog } from './DeleteReleasesDialog.tsx'
import type { ReleasePageData } from './load-release.ts'
import { whyNotDelete } from './why-not-delete.ts'
import styles from './Release.module.css'

/** Deletes the release, unless it is in use. */
export function DeletePanel({ fleet, release, role }: ReleasePageData) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const whyNot = whyNotDelete(release)
  return (
    <Panel title={releaseSettingsText.danger}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{whyNot ?? releaseSettingsText.deleteDetail}</p>
        <Button
          variant="danger"
          reason={whyNotAllowed(role, 'resin.release.delete') ?? whyNot}
          onClick={() => setAsking(true)}
        >
          {releaseSettingsText.delete}
        </Button>
      </div>
      <DeleteReleasesDialog
        opened={asking}
        fleetId={fleet.id}
        releases={[release]}
        onClose={() => setAsking(false)}
        onDeleted={() => void navigate(paths.releases(fleet.id, fleet.is_of__class), { replace: true })}
      />
    </Panel>
  )
}
