import { useState } from 'react'
import { api } from '@/api/api.ts'
import { askForPopUps, popUpState } from '@/engines/watches/pop-up.ts'
import { isQuiet } from '@/engines/watches/quiet-hours.ts'
import { watchStore } from '@/engines/watches/watch-store.ts'
import { hour, type QuietHours } from '@/engines/watches/watch.ts'
import { popUpText as text, watchesText } from '@/messages/watches/watches.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import styles from './Watches.module.css'

const defaultHours: QuietHours = { from: '22:00', to: '07:00' }

/** Settings of desktop notifications and their quiet hours. */
export function PopUpSettings() {
  const store = watchStore()
  const [settings, setSettings] = useStored(store.settings)
  const [state, setState] = useState(popUpState)
  const { popUps, quiet } = settings
  const ask = async () => {
    const answer = await askForPopUps()
    setState(answer)
    if (answer === 'granted') setSettings({ ...store.settings.get(), popUps: true })
  }
  return (
    <Panel title={watchesText.settings} flush>
      <SettingRow name={text.name} hint={text.hint} value={text.states[state]}>
        {state === 'ask' && (
          <Button variant="primary" onClick={() => void ask()}>
            {text.allow}
          </Button>
        )}
        {state === 'granted' && (
          <Switch
            label={text.name}
            on={popUps}
            text={popUps ? text.on : text.off}
            onChange={(on) => setSettings({ ...settings, popUps: on })}
          />
        )}
      </SettingRow>
      <SettingRow
        name={text.quiet}
        hint={text.quietHint}
        value={isQuiet(quiet, api().now()) ? text.quietNow : undefined}
      >
        <div className={styles.hours}>
          {quiet !== null && (
            <>
              <Hour
                label={text.from}
                value={quiet.from}
                onChange={(from) => setSettings({ ...settings, quiet: { ...quiet, from } })}
              />
              <Hour
                label={text.to}
                value={quiet.to}
                onChange={(to) => setSettings({ ...settings, quiet: { ...quiet, to } })}
              />
            </>
          )}
          <Switch
            label={text.quiet}
            on={quiet !== null}
            text={quiet === null ? text.off : text.on}
            onChange={(on) => setSettings({ ...settings, quiet: on ? defaultHours : null })}
          />
        </div>
      </SettingRow>
    </Panel>
  )
}

interface HourProps {
  label: string
  value: string
  onChange: (value: string) => void
}

function Hour({ label, value, onChange }: HourProps) {
  return (
    <label>
      {label}
      <input
        type="time"
        value={value}
        onChange={(event) => {
          if (hour.safeParse(event.target.value).success) onChange(event.target.value)
        }}
      />
    </label>
  )
}
