import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { runEffectQuery, runReleaseCall } from '@/domain/release/run-release.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { runReleaseText as text } from '@/messages/releases/run-release.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'

export interface RunReleaseButtonProps {
  fleet: Fleet
  release: { id: number; commit: string; raw_version: string; created_at: string }
  /** Includes the release in the button's text, if it is not clear from the context. */
  named?: boolean
  /** Why the button is disabled. */
  reason?: string | undefined
  size?: 's' | 'm'
}

/** Sets the release of a fleet, after showing the effect on its devices. For an older release, the texts say "roll back". */
export function RunReleaseButton({ fleet, release, named, reason, size }: RunReleaseButtonProps) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const version = releaseLabel(release)
  const present = fleet.should_be_running__release[0]
  const isOlder = present !== undefined && Date.parse(release.created_at) < Date.parse(present.created_at)
  const call = runReleaseCall(fleet.id, release.id)
  const label = isOlder ? text.goBack(version) : named ? text.runNamed(version) : text.run
  return (
    <>
      <Button
        {...(size ? { size } : {})}
        reason={reason}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={(isOlder ? text.backTitle : text.title)(version, fleet.app_name)}
        confirmLabel={label}
        describeError={errorMessage}
        onConfirm={async () => {
          await sendRequest(api().data, call)
          showToast({ tone: 'ok', title: text.done(version, fleet.app_name) })
          await Promise.all(
            ['application', 'device', 'release'].map((resource) =>
              queries.invalidateQueries({ queryKey: [resource] }),
            ),
          )
        }}
      >
        <Effect fleet={fleet} release={release.id} />
        <p>{text.stays(fleet.should_track_latest_release)}</p>
        <EquivalentCommand {...platformCommands(['fleet', 'pin', fleet.slug, release.commit], call)} />
      </ConfirmDialog>
    </>
  )
}

/** The effect, with numbers of devices. */
function Effect({ fleet, release }: { fleet: Fleet; release: number }) {
  const { data, isError } = useQuery(runEffectQuery(fleet.id, release))
  if (data === undefined) return <Status>{isError ? text.notCounted : text.counting}</Status>
  const { updates, online, runs, pinned } = data
  return (
    <ul>
      <li>
        {updates === 0 ? text.none : text.updates(formatNumber(updates), updates, formatNumber(online))}
        {updates > online && ` ${text.offlineLater}`}
      </li>
      {runs > 0 && <li>{text.runs(formatNumber(runs), runs)}</li>}
      {pinned > 0 && <li>{text.pinned(formatNumber(pinned), pinned)}</li>}
    </ul>
  )
}
