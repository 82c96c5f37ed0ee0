import { useState } from 'react'
import { errorMessage } from '@/domain/error-message.ts'
import { whyNotAllowed } from '@/domain/fleet-access.ts'
import { releaseLabel } from '@/domain/release-label.ts'
import { cancelBuildText } from '@/messages/releases.ts'
import { Button } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { EquivalentCommand } from '@/ui/EquivalentCommand.tsx'
import { useTimeSource } from '@/ui/now.tsx'
import { showToast } from '@/ui/toasts.ts'
import type { ReleasePageData } from './load-release.ts'
import { cancelCommands } from './release-commands.ts'
import { cancelBuild } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'

/** Ends a build that is under way: its release never comes to be (wire-calls, cancel a build). */
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
