import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { derivedReleaseStatus, isFailedLike } from '@/domain/release/release-status.ts'
import { releaseProblemText, releaseSettingsText } from '@/messages/releases/releases.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeText } from '@/ui/display/now.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { ReleasePageData } from './load-release.ts'
import { validityCommands } from './release-commands.ts'
import { setInvalidated } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'
import styles from './Release.module.css'

const LONGEST_REASON = 255

/** Invalidates a valid release, or makes an invalidated one valid again. */
export function ValidityPanel({ fleet, release, role }: ReleasePageData) {
  const refresh = useReleaseRefresh(fleet.id)
  const [asking, setAsking] = useState(false)
  const [why, setWhy] = useState('')
  const derived = useTimeText((now) => derivedReleaseStatus(release, now))
  const text = releaseSettingsText
  const version = releaseLabel(release)
  const invalidate = !release.is_invalidated
  const reason =
    whyNotAllowed(role, 'resin.release.update') ??
    (isFailedLike(derived) ? releaseProblemText.cannotValidateFailed : undefined)
  const change = async () => {
    await setInvalidated(release.id, invalidate, why.trim())
    showToast({ tone: 'ok', title: invalidate ? text.invalidated(version) : text.validated(version) })
    setWhy('')
    await refresh()
  }
  return (
    <Panel title={text.validity}>
      <div className={styles.stack}>
        <p className={styles.quiet}>{text.validDetail}</p>
        {release.invalidation_reason && <p>{release.invalidation_reason}</p>}
        <Button reason={reason} onClick={() => setAsking(true)}>
          {invalidate ? text.invalidate : text.validate}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={invalidate ? text.invalidateTitle(version) : text.validateTitle(version)}
        confirmLabel={invalidate ? text.invalidate : text.validate}
        danger={invalidate}
        describeError={errorMessage}
        onConfirm={change}
      >
        {invalidate ? (
          <>
            <p>{releaseProblemText.invalidatingUpdates}</p>
            <TextField
              label={text.invalidateReason}
              value={why}
              maxLength={LONGEST_REASON}
              autoComplete="off"
              onChange={(event) => setWhy(event.target.value)}
            />
          </>
        ) : (
          <p>{text.validateDetail}</p>
        )}
        <EquivalentCommand {...validityCommands(release, invalidate, why.trim())} />
      </ConfirmDialog>
    </Panel>
  )
}
