import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { releaseProblemText, releaseSettingsText } from '@/messages/releases/releases.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { ReleasePageData } from './load-release.ts'
import { finalizeCommands } from './release-commands.ts'
import { finalizeRelease } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'
import styles from './Release.module.css'

/** Makes a draft final. This cannot be undone. */
export function FinalizePanel({ fleet, release, role }: ReleasePageData) {
  const refresh = useReleaseRefresh(fleet.id)
  const [asking, setAsking] = useState(false)
  const version = releaseLabel(release)
  const finalize = async () => {
    await finalizeRelease(release.id)
    showToast({ tone: 'ok', title: releaseSettingsText.finalized(release.semver) })
    await refresh()
  }
  return (
    <Panel title={releaseSettingsText.finalize}>
      <div className={styles.stack}>
        <p className={styles.quiet}>
          {release.is_final ? releaseProblemText.alreadyFinalized : releaseSettingsText.finalizeDetail}
        </p>
        <Button
          reason={
            release.is_final
              ? releaseProblemText.alreadyFinalized
              : whyNotAllowed(role, 'resin.release.update')
          }
          onClick={() => setAsking(true)}
        >
          {releaseSettingsText.finalize}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={releaseSettingsText.finalizeTitle(version)}
        confirmLabel={releaseSettingsText.finalize}
        describeError={errorMessage}
        onConfirm={finalize}
      >
        <p>{releaseProblemText.cannotUnfinalize}</p>
        <p>{releaseSettingsText.finalizeDetail}</p>
        <EquivalentCommand {...finalizeCommands(release)} />
      </ConfirmDialog>
    </Panel>
  )
}
