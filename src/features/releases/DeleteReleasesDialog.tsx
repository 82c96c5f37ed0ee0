import { errorMessage } from '@/api/error-message.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { releaseSettingsText } from '@/messages/releases/releases.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { deleteCommands } from './release-commands.ts'
import { deleteReleases } from './releases.queries.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'

interface DeleteReleasesDialogProps {
  opened: boolean
  fleetId: number
  releases: readonly { id: number; commit: string; raw_version: string }[]
  onClose: () => void
  /** Called after the deletion, before refetching. */
  onDeleted: () => void
}

/** Deletes releases in one request, after confirmation. */
export function DeleteReleasesDialog({
  opened,
  fleetId,
  releases,
  onClose,
  onDeleted,
}: DeleteReleasesDialogProps) {
  const refresh = useReleaseRefresh(fleetId)
  const ids = releases.map(({ id }) => id)
  const names = releases.map(releaseLabel)
  const remove = async () => {
    await deleteReleases(ids)
    showToast({ tone: 'ok', title: releaseSettingsText.deleted(ids.length, names[0] ?? '') })
    onDeleted()
    void refresh({ listsOnly: true })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={releaseSettingsText.deleteTitle(ids.length, names[0] ?? '')}
      confirmLabel={releaseSettingsText.deleteConfirm(ids.length)}
      danger
      describeError={errorMessage}
      onConfirm={remove}
      {...(names.length > 1 && { items: names })}
    >
      <p>{releaseSettingsText.deleteDetail}</p>
      <EquivalentCommand {...deleteCommands(ids)} />
    </ConfirmDialog>
  )
}
