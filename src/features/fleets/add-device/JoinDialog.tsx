import { IconFileText, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { createKey, provisioningKeyCall } from '@/domain/access/api-keys.queries.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { fileName, saveBlob } from '@/lib/save-file.ts'
import { sentences } from '@/messages/common/compose.ts'
import { addDeviceText, joinText as text } from '@/messages/fleets/fleet-add-device.ts'
import { CopyableText } from '@/ui/display/CopyableText.tsx'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeSource } from '@/ui/display/now.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { makeConfig } from './add-device.queries.ts'
import { DeviceTypeField } from './DeviceTypeField.tsx'
import { toImageOptions, settingsProblem, defaultSettings } from './image-settings.ts'
import { NetworkFields } from './ImageSettingsFields.tsx'
import { configCommands, joinCommands } from './join-commands.ts'
import styles from './AddDeviceDialog.module.css'

const VERSION = /^\d+\.\d+\.\d+([.+-][\w.+-]+)?$/

export interface JoinDialogProps {
  fleet: Fleet
  role: Role
  onClose: () => void
}

/** Adds a device on platforms without OS images: by a configuration file, or by a provisioning key. */
export function JoinDialog({ fleet, onClose }: JoinDialogProps) {
  const [deviceType, setDeviceType] = useState(fleet.is_for__device_type[0].slug)
  return (
    <Dialog onClose={onClose} title={addDeviceText.title(fleet.app_name)} size="m">
      <p>{text.intro}</p>
      <DeviceTypeField fleet={fleet} value={deviceType} onChange={setDeviceType} />
      <ConfigurationPart fleet={fleet} deviceType={deviceType} />
      <KeyPart fleet={fleet} deviceType={deviceType} />
    </Dialog>
  )
}

interface PartProps {
  fleet: Fleet
  deviceType: string
}

function ConfigurationPart({ fleet, deviceType }: PartProps) {
  const time = useTimeSource()
  const [version, setVersion] = useState('')
  const [settings, setSettings] = useState(defaultSettings)
  const [stage, setStage] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const reason = (VERSION.test(version) ? undefined : text.versionWrong) ?? settingsProblem(settings)
  const save = async () => {
    setStage({ busy: true })
    try {
      const config = await makeConfig({
        appId: fleet.id,
        deviceType,
        version,
        developmentMode: false,
        ...toImageOptions(settings, { now: time.now(), offersSecureBoot: false }),
      })
      const name = fileName(`${fleet.app_name}.config.json`)
      saveBlob(name, new Blob([config], { type: 'application/json' }))
      showToast({ tone: 'ok', title: addDeviceText.configReady(name) })
      setStage({ busy: false })
    } catch (error) {
      setStage({ busy: false, problem: sentences(text.configFailed, errorMessage(error)) })
    }
  }
  return (
    <section aria-label={text.config} className={styles.fields}>
      <h3 className={styles.heading}>{text.config}</h3>
      <TextField
        label={addDeviceText.version}
        description={text.versionHint}
        value={version}
        placeholder="6.1.2"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setVersion(event.target.value.trim())}
      />
      <NetworkFields value={settings} onChange={setSettings} />
      {stage.problem !== undefined && <Banner tone="warn">{stage.problem}</Banner>}
      <div className={styles.buttons}>
        <Button
          icon={<IconFileText size={16} aria-hidden="true" />}
          reason={reason}
          busy={stage.busy}
          onClick={() => void save()}
        >
          {text.saveConfig}
        </Button>
      </div>
      {reason === undefined && <EquivalentCommand {...configCommands({ fleet, deviceType, version })} />}
    </section>
  )
}

function KeyPart({ fleet, deviceType }: PartProps) {
  const time = useTimeSource()
  const [secret, setSecret] = useState<string>()
  const [stage, setStage] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const create = async () => {
    setStage({ busy: true })
    try {
      const name = text.keyName(new Date(time.now()).toISOString().slice(0, 10))
      setSecret(await createKey(provisioningKeyCall(fleet.id, { name, description: '', expiry: null })))
      setStage({ busy: false })
    } catch (error) {
      setStage({ busy: false, problem: errorMessage(error) })
    }
  }
  return (
    <section aria-label={text.key} className={styles.fields}>
      <h3 className={styles.heading}>{text.key}</h3>
      <p className={styles.note}>{text.keyIntro}</p>
      {stage.problem !== undefined && <ErrorBanner>{stage.problem}</ErrorBanner>}
      {secret === undefined ? (
        <div className={styles.buttons}>
          <Button
            icon={<IconKey size={16} aria-hidden="true" />}
            busy={stage.busy}
            onClick={() => void create()}
          >
            {text.createKey}
          </Button>
        </div>
      ) : (
        <>
          <Banner tone="warn">{text.keyOnce}</Banner>
          <CopyableText text={secret} what={text.key} />
          <EquivalentCommand
            open
            {...joinCommands({ apiUrl: api().http.apiUrl, fleet, deviceType, secret })}
          />
        </>
      )}
    </section>
  )
}
