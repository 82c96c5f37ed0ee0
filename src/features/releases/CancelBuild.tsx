import { useState } from 'react'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { cancelBuildText } from '@/messages/releases/releases.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { ReleasePageData } from './load-release.ts'
import { cancelCommands } from './release-commands.ts'
import { cancelBuild } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'

/** Cancels a running build, so that no release is created. */
export function CancelBuild({ fleet, release, role }: ReleasePageData) {
  const refresh = useReleaseRefresh(fleet.id)
  const time = useTimeSource()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="s" reason={whyNotAllowed(role, 'resin.release.update')} onClick={() => setAsking(true)}>
        {cancelBuildText.cancel}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={cancelBuildText.title(releaseLabel(release))}
        confirmLabel={cancelBuildText.cancel}
        danger
        describeError={errorMessage}
        onConfirm={async () => {
          await cancelBuild(release.id, new Date(time.now()).toISOString())
          showToast({ tone: 'ok', title: cancelBuildText.done })
          await refresh()
        }}
      >
        <p>{cancelBuildText.detail}</p>
        <EquivalentCommand {...cancelCommands(release, new Date(time.now()).toISOString())} />
      </ConfirmDialog>
    </>
  )
}
