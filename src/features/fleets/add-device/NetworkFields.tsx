import { addDeviceText as text } from '@/messages/fleet-add-device.ts'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { PasswordField, TextField } from '@/ui/TextField.tsx'
import styles from './AddDeviceDialog.module.css'

export interface NetworkWishes {
  kind: 'ethernet' | 'wifi'
  ssid: string
  passphrase: string
  /** Minutes, as typed. */
  interval: string
  keyName: string
}

export const usualNetwork: NetworkWishes = {
  kind: 'ethernet',
  ssid: '',
  passphrase: '',
  interval: '15',
  keyName: '',
}

const LEAST_MINUTES = 10

const isInterval = (interval: string) => /^\d+$/.test(interval) && Number(interval) >= LEAST_MINUTES

/** Why an image cannot be made with this; undefined when it can. */
export function networkProblem({ kind, ssid, interval }: NetworkWishes): string | undefined {
  if (kind === 'wifi' && ssid.trim() === '') return text.ssidMissing
  return isInterval(interval) ? undefined : text.intervalWrong
}

const kinds = ['ethernet', 'wifi'] as const

export interface NetworkFieldsProps {
  value: NetworkWishes
  onChange: (value: NetworkWishes) => void
}

/** How the device reaches the platform, and how often it asks for news. */
export function NetworkFields({ value, onChange }: NetworkFieldsProps) {
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
      <details className={styles.more}>
        <summary>{text.more}</summary>
        <div className={styles.fields}>
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
        </div>
      </details>
    </div>
  )
}
