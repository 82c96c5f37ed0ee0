import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offers } from '@/api/api.ts'
import { isInLocalMode, whyNoLocalMode } from '@/domain/operations/local-mode.ts'
import type { OperationName } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { whyNotOperate } from '@/domain/operations/why-not-operate.ts'
import { useDevicePage } from '@/features/device-page/device-page.ts'
import { deviceUrlsBaseQuery } from '@/features/device-page/device.queries.ts'
import { NotesEditor } from '@/features/device-page/notes/NotesEditor.tsx'
import { OperationSection } from '@/features/device-page/OperationSection.tsx'
import { DeviceState } from '@/features/device-page/summary/DeviceState.tsx'
import { RenameDialog } from '@/features/device-page/summary/RenameDialog.tsx'
import { SystemPanel } from '@/features/device-page/updates/SystemPanel.tsx'
import { useDeviceSetting } from '@/features/device-page/use-device-setting.ts'
import { beside } from '@/messages/common/compose.ts'
import { settingsText as text } from '@/messages/device-page/device-settings.ts'
import { Button } from '@/ui/form/Button.tsx'
import { PageTitle } from '@/ui/layout/PageTitle.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DeactivateDialog, DeleteDialog } from './LifecycleDialogs.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { ReleaseSection } from './ReleaseSection.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import { SupportSection } from './SupportSection.tsx'
import styles from './DeviceSettingsPage.module.css'

type PendingChange = 'rename' | 'move' | 'deactivate' | 'delete'

const dialogs = { rename: RenameDialog, move: MoveDialog, deactivate: DeactivateDialog, delete: DeleteDialog }

/** The settings of the device, from its name to its deletion. */
export function Component() {
  const page = useDevicePage()
  const { device } = page
  const setting = useDeviceSetting(page)
  const [asking, setAsking] = useState<PendingChange | null>(null)
  const [fleet] = device.belongs_to__application
  const why = (name: OperationName) => whyNotOperate(name, device, setting)
  const localMode = isInLocalMode(device)
  const noLocalMode = whyNoLocalMode(device)
  const button = (name: PendingChange, label: string) => (
    <Button
      variant={operations[name].dangerous ? 'danger' : 'default'}
      reason={why(name)}
      onClick={() => setAsking(name)}
    >
      {label}
    </Button>
  )
  const Dialog = asking && dialogs[asking]
  return (
    <div className={styles.page}>
      <PageTitle
        title={text.tab}
        documentTitle={beside(text.tab, device.device_name)}
        state={<DeviceState device={device} />}
      />
      <Panel title={text.general} flush>
        <OperationSection
          name="rename"
          title={text.rename.title}
          blurb={text.rename.blurb(device.device_name)}
          control={button('rename', text.rename.button)}
        />
        <OperationSection name="note" title={text.note.title} blurb={text.note.blurb}>
          <NotesEditor device={device} reason={why('note')} isTitled />
        </OperationSection>
        <ReleaseSection device={device} setting={setting} />
      </Panel>
      <Panel title={text.access} flush>
        {offers('vpn') && (
          <SettingSwitch
            device={device}
            title={text.url.title}
            blurb={text.url.blurb}
            label={text.url.label}
            on={device.is_web_accessible}
            turnOn="enableUrl"
            turnOff="disableUrl"
            reason={why(device.is_web_accessible ? 'disableUrl' : 'enableUrl')}
          >
            {device.is_web_accessible && <PublicAddress uuid={device.uuid} />}
          </SettingSwitch>
        )}
        <SettingSwitch
          device={device}
          title={text.localMode.title}
          blurb={text.localMode.blurb}
          label={text.localMode.label}
          on={localMode}
          turnOn="enableLocalMode"
          turnOff="disableLocalMode"
          reason={why(localMode ? 'disableLocalMode' : 'enableLocalMode')}
        >
          {!localMode && noLocalMode !== undefined && <p>{text.localMode.unsupported(noLocalMode)}</p>}
        </SettingSwitch>
        {offers('supportAccess') && <SupportSection device={device} setting={setting} />}
      </Panel>
      <SystemPanel page={page} />
      <Panel title={text.lifecycle} flush>
        <OperationSection
          name="move"
          title={text.move.title}
          blurb={fleet ? text.move.blurb(fleet.app_name) : text.move.blurbAlone}
          control={button('move', text.move.button)}
        />
        {offers('deviceActivation') && (
          <OperationSection
            name="deactivate"
            title={text.deactivate.title}
            blurb={text.deactivate.blurb}
            control={button('deactivate', text.deactivate.button)}
          />
        )}
      </Panel>
      <Panel title={text.dangerous} flush>
        <OperationSection
          name="delete"
          title={text.delete.title}
          blurb={text.delete.blurb}
          control={button('delete', text.delete.button)}
        />
      </Panel>
      {Dialog && <Dialog device={device} onClose={() => setAsking(null)} />}
    </div>
  )
}

/** The public URL of the device, once its base domain is loaded. */
function PublicAddress({ uuid }: { uuid: string }) {
  const { data: base } = useQuery(deviceUrlsBaseQuery)
  if (!base) return null
  const address = `https://${uuid}.${base}`
  return (
    <a href={address} target="_blank" rel="noreferrer" className={styles.address}>
      <span className="visually-hidden">{text.url.open} </span>
      {address} <IconExternalLink size={13} aria-hidden="true" />
    </a>
  )
}
