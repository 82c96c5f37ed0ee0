import { keyLives } from '@/domain/access/key-expiry.ts'
import { keysText } from '@/messages/access/keys.ts'
import { addDeviceText as text } from '@/messages/fleets/fleet-add-device.ts'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { PasswordField, TextField } from '@/ui/form/TextField.tsx'
import { fileTypes, isInterval, isIpAddress, isNetmask, type ImageSettings } from './image-settings.ts'
import styles from './AddDeviceDialog.module.css'

const kinds = ['ethernet', 'wifi'] as const
const addressings = ['automatic', 'fixed'] as const

export interface SettingsFieldsProps {
  value: ImageSettings
  onChange: (value: ImageSettings) => void
}

/** Network settings of the device. */
export function NetworkFields({ value, onChange }: SettingsFieldsProps) {
  return (
    <div className={styles.fields}>
      <SegmentedControl
        label={text.network}
        value={value.kind}
        options={kinds.map((kind) => ({ value: kind, label: text.networks[kind] }))}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === 'wifi' && (
        <>
          <TextField
            required
            label={text.ssid}
            value={value.ssid}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...value, ssid: event.target.value })}
          />
          <PasswordField
            label={text.passphrase}
            value={value.passphrase}
            autoComplete="off"
            onChange={(event) => onChange({ ...value, passphrase: event.target.value })}
          />
        </>
      )}
      <SegmentedControl
        label={text.addressing}
        value={value.addressing}
        options={addressings.map((each) => ({ value: each, label: text.addressings[each] }))}
        onChange={(addressing) => onChange({ ...value, addressing })}
      />
      {value.addressing === 'fixed' && <AddressFields value={value} onChange={onChange} />}
    </div>
  )
}

const addressFields = [
  { name: 'ip', isValid: isIpAddress, problem: text.ipWrong },
  { name: 'netmask', isValid: isNetmask, problem: text.netmaskWrong },
  { name: 'gateway', isValid: isIpAddress, problem: text.gatewayWrong },
] as const

function AddressFields({ value, onChange }: SettingsFieldsProps) {
  return (
    <div className={styles.address}>
      {addressFields.map(({ name, isValid, problem }) => (
        <TextField
          key={name}
          label={text[name]}
          value={value[name]}
          inputMode="decimal"
          autoComplete="off"
          error={value[name] === '' || isValid(value[name]) ? undefined : problem}
          onChange={(event) => onChange({ ...value, [name]: event.target.value.trim() })}
        />
      ))}
    </div>
  )
}

/** Rarely used settings: poll interval, provisioning key, file type, and secure boot if supported. */
export function MoreFields({
  value,
  offersSecureBoot,
  onChange,
}: SettingsFieldsProps & { offersSecureBoot: boolean }) {
  return (
    <details className={styles.more}>
      <summary>{text.more}</summary>
      <div className={styles.fields}>
        {offersSecureBoot && (
          <Checkbox
            label={text.secureBoot}
            checked={value.secureBoot}
            onChange={(secureBoot) => onChange({ ...value, secureBoot })}
          />
        )}
        {offersSecureBoot && value.secureBoot && <p className={styles.note}>{text.secureBootNote}</p>}
        <SelectField
          label={text.fileType}
          value={value.fileType}
          options={fileTypes.map((each) => ({ value: each, label: text.fileTypes[each] }))}
          onChange={(type) => {
            const fileType = fileTypes.find((each) => each === type)
            if (fileType) onChange({ ...value, fileType })
          }}
        />
        <TextField
          label={text.interval}
          inputMode="numeric"
          value={value.interval}
          error={isInterval(value.interval) ? undefined : text.intervalWrong}
          onChange={(event) => onChange({ ...value, interval: event.target.value.trim() })}
        />
        <TextField
          label={text.keyName}
          value={value.keyName}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, keyName: event.target.value })}
        />
        <SelectField
          label={text.keyLife}
          value={value.keyLife}
          options={keyLives.map((each) => ({ value: each, label: keysText.expiries[each] }))}
          onChange={(life) => {
            const keyLife = keyLives.find((each) => each === life)
            if (keyLife) onChange({ ...value, keyLife })
          }}
        />
      </div>
    </details>
  )
}
