import { useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { simulatorText } from '@/messages/simulator.ts'
import { Button } from '@/ui/Button.tsx'
import { ConfirmDialog } from '@/ui/ConfirmDialog.tsx'
import { SelectField } from '@/ui/SelectField.tsx'
import { TextField } from '@/ui/TextField.tsx'
import { showToast } from '@/ui/toasts.ts'
import { useWorldState } from './useWorld.ts'
import { wholeNumber } from './whole-number.ts'
import type { WorldControl } from './world-control.ts'
import styles from './ControlPanel.module.css'

/** Which world runs, and how to open another. */
export function WorldSection({ control }: { control: WorldControl }) {
  const state = useWorldState(control.clock)
  const [scenario, setScenario] = useState(state.scenario)
  const [seed, setSeed] = useState(String(state.seed))
  const [devices, setDevices] = useState('')
  const [asking, setAsking] = useState(false)
  const chosen = state.scenarios.find(({ name }) => name === scenario)
  const title = chosen?.title ?? scenario
  const seedNumber = wholeNumber(seed)
  const deviceNumber = wholeNumber(devices)
  const open = async () => {
    const opened = await control.reset({
      scenario,
      ...(typeof seedNumber === 'number' && { seed: seedNumber }),
      ...(typeof deviceNumber === 'number' && { devices: deviceNumber }),
    })
    showToast({ tone: 'ok', key: 'simulator', title: simulatorText.opened(opened.title) })
  }
  return (
    <>
      <p className={styles.running}>
        <b>{state.title}</b>
        <br />
        {[simulatorText.devices(formatNumber(state.devices)), simulatorText.seedValue(state.seed)].join(
          ' · ',
        )}
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (seedNumber !== null && deviceNumber !== null) setAsking(true)
        }}
      >
        <SelectField
          label={simulatorText.choose}
          value={scenario}
          options={state.scenarios.map(({ name, title: label }) => ({ value: name, label }))}
          onChange={setScenario}
          description={chosen?.lookAt}
        />
        <div className={styles.pair}>
          <TextField
            label={simulatorText.seed}
            description={simulatorText.seedHint}
            inputMode="numeric"
            value={seed}
            error={seedNumber === null ? simulatorText.notWhole(simulatorText.seed) : undefined}
            onChange={(event) => setSeed(event.target.value)}
          />
          <TextField
            label={simulatorText.deviceCount}
            description={simulatorText.deviceHint}
            inputMode="numeric"
            value={devices}
            error={deviceNumber === null ? simulatorText.notWhole(simulatorText.deviceCount) : undefined}
            onChange={(event) => setDevices(event.target.value)}
          />
        </div>
        <Button type="submit">{simulatorText.open}</Button>
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={simulatorText.openTitle}
        confirmLabel={simulatorText.open}
        danger
        onConfirm={open}
      >
        <p>{simulatorText.openWarning(title)}</p>
      </ConfirmDialog>
    </>
  )
}
