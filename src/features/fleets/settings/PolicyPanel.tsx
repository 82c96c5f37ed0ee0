import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import type { PickableRelease } from '@/domain/release/release-picker.queries.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { fleetSettingsText, releasePolicyText as text } from '@/messages/fleets/fleet-settings.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Sentence } from '@/ui/display/Sentence.tsx'
import { Tag } from '@/ui/display/Tag.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { ReleasePicker } from '@/widgets/release/ReleasePicker.tsx'
import type { SettingsPanelProps } from './GeneralPanel.tsx'
import { applicationCalls, changeCall } from './settings-writes.ts'
import type { FleetSettings } from './settings.queries.ts'

/** The release policy: track latest, or pin. */
export function PolicyPanel({ fleet, role }: SettingsPanelProps) {
  const [open, setOpen] = useState<'track' | 'pin' | null>(null)
  const whyNot = whyNotAllowed(role, 'resin.application.update')
  const release = fleet.should_be_running__release[0]
  const tracks = fleet.should_track_latest_release
  const label = release === undefined ? text.noRelease : releaseLabel(release)
  return (
    <Panel title={text.panel} flush>
      <SettingRow
        name={text.what}
        value={
          tracks ? (
            <Sentence of={text.latest} slots={[<Tag key="release">{label}</Tag>]} />
          ) : (
            text.pinnedTo(label)
          )
        }
        hint={text.hint}
      >
        <Button
          reason={whyNot ?? (tracks ? text.alreadyTracking : undefined)}
          onClick={() => setOpen('track')}
        >
          {text.track}
        </Button>
        <Button reason={whyNot} onClick={() => setOpen('pin')}>
          {text.pin}
        </Button>
      </SettingRow>
      <TrackDialog opened={open === 'track'} fleet={fleet} onClose={() => setOpen(null)} />
      {open === 'pin' && <PinDialog fleet={fleet} onClose={() => setOpen(null)} />}
    </Panel>
  )
}

function TrackDialog({
  opened,
  fleet,
  onClose,
}: {
  opened: boolean
  fleet: FleetSettings
  onClose: () => void
}) {
  const apply = useApplicationChange()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={text.trackTitle}
      confirmLabel={text.track}
      describeError={errorMessage}
      onConfirm={() =>
        apply(() => applicationCalls.trackLatestRelease(fleet.id), text.tracked(fleet.app_name))
      }
    >
      <p>{text.trackBody(fleet.app_name)}</p>
      <EquivalentCommand
        {...platformCommands(
          ['fleet', 'track-latest', fleet.slug],
          changeCall(fleet.id, { should_track_latest_release: true }),
        )}
      />
    </ConfirmDialog>
  )
}

function PinDialog({ fleet, onClose }: { fleet: FleetSettings; onClose: () => void }) {
  const apply = useApplicationChange()
  const pinned = fleet.should_track_latest_release ? null : (fleet.should_be_running__release[0]?.id ?? null)
  const [chosen, setChosen] = useState<PickableRelease | null>(null)
  const isSame = chosen !== null && chosen.id === pinned
  const call =
    chosen &&
    changeCall(fleet.id, { should_be_running__release: chosen.id, should_track_latest_release: false })
  return (
    <FormDialog
      title={text.pinTitle}
      size="m"
      confirmLabel={text.pinConfirm}
      onClose={onClose}
      reason={chosen === null ? fleetSettingsText.fillIn : isSame ? fleetSettingsText.unchanged : undefined}
      commands={
        chosen && call ? platformCommands(['fleet', 'pin', fleet.slug, chosen.commit], call) : undefined
      }
      onSubmit={async () => {
        if (chosen === null || call === null) return
        await apply(() => sendRequest(api().data, call), text.pinned(releaseLabel(chosen)))
        onClose()
      }}
    >
      <p>{text.pinBody}</p>
      <ReleasePicker fleetId={fleet.id} value={chosen?.id ?? pinned} current={pinned} onChange={setChosen} />
    </FormDialog>
  )
}
