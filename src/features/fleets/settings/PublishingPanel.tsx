import { useState } from 'react'
import { api, offers } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { labelled } from '@/messages/common/compose.ts'
import { fleetSettingsText, repositoryText as text } from '@/messages/fleets/fleet-settings.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { SettingsPanelProps } from './GeneralPanel.tsx'
import { RepositoryDialog } from './RepositoryDialog.tsx'
import { changeCall } from './settings-writes.ts'
import type { FleetSettings } from './settings.queries.ts'
import { SupportAccessRow } from './SupportAccessRow.tsx'

/** Visibility and source repository. */
export function PublishingPanel({ fleet, role }: SettingsPanelProps) {
  const [open, setOpen] = useState<'repository' | 'public' | null>(null)
  const whyNot = whyNotAllowed(role, 'resin.application.update')
  const url = fleet.is_stored_at__repository_url
  const close = () => setOpen(null)
  return (
    <Panel title={text.panel} flush>
      {offers('supportAccess') && <SupportAccessRow fleet={fleet} whyNot={whyNot} />}
      {offers('repositoryUrl') && (
        <SettingRow name={text.what} value={url ?? fleetSettingsText.none} hint={text.hint}>
          <Button
            aria-label={labelled(fleetSettingsText.change, text.what)}
            reason={whyNot}
            onClick={() => setOpen('repository')}
          >
            {fleetSettingsText.change}
          </Button>
        </SettingRow>
      )}
      <SettingRow name={text.public} hint={text.publicHint}>
        <Switch
          label={text.public}
          on={fleet.is_public}
          text={fleet.is_public ? text.on : text.off}
          reason={whyNot ?? whyNotPublic(fleet)}
          onChange={() => setOpen('public')}
        />
      </SettingRow>
      {open === 'repository' && <RepositoryDialog fleet={fleet} onClose={close} />}
      <PublicDialog opened={open === 'public'} fleet={fleet} onClose={close} />
    </Panel>
  )
}

/** Older application types need a repository before they can be made public. */
function whyNotPublic({
  is_public,
  is_stored_at__repository_url: url,
  application_type: [type],
}: Pick<FleetSettings, 'is_public' | 'is_stored_at__repository_url' | 'application_type'>):
  | string
  | undefined {
  return offers('repositoryUrl') && !is_public && type.is_legacy && (url ?? '') === ''
    ? text.needsUrl
    : undefined
}

function PublicDialog({
  opened,
  fleet,
  onClose,
}: {
  opened: boolean
  fleet: FleetSettings
  onClose: () => void
}) {
  const apply = useApplicationChange()
  const { id, app_name: name, is_public: isPublic } = fleet
  const call = changeCall(id, { is_public: !isPublic })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={isPublic ? text.privateTitle : text.publicTitle}
      confirmLabel={isPublic ? text.privateConfirm : text.publicConfirm}
      describeError={errorMessage}
      onConfirm={() =>
        apply(() => sendRequest(api().data, call), isPublic ? text.unsetPublic(name) : text.setPublic(name))
      }
    >
      <p>{isPublic ? text.privateBody(name) : text.publicBody(name)}</p>
      <EquivalentCommand {...platformCommands(null, call)} />
    </ConfirmDialog>
  )
}
