import { useState } from 'react'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { whichWorld, parseInteger } from './parse-integer.ts'
import { ScenarioGallery } from './ScenarioGallery.tsx'
import { useWorldState } from './use-world.ts'
import type { WorldControl } from './world-control.ts'
import { WorldStatsSection } from './WorldStatsSection.tsx'
import styles from './ControlPanel.module.css'

/** The current world, its statistics, and opening another one. */
export function WorldSection({ control }: { control: WorldControl }) {
  const state = useWorldState(control.clock)
  const [picked, setPicked] = useState<string>()
  const [seed, setSeed] = useState(String(state.seed))
  const [devices, setDevices] = useState('')
  const [asking, setAsking] = useState(false)
  const scenario = picked ?? state.scenario
  const title = state.scenarios.find(({ name }) => name === scenario)?.title ?? scenario
  const seedNumber = parseInteger(seed)
  const deviceNumber = parseInteger(devices)
  const open = async () => {
    const opened = await control.reset(whichWorld(scenario, seedNumber, deviceNumber))
    setPicked(undefined)
    showToast({ tone: 'ok', key: 'simulator', title: simulatorText.opened(opened.title) })
  }
  return (
    <>
      <section className={styles.section} aria-label={simulatorText.running}>
        <h3>{state.title}</h3>
        <WorldStatsSection control={control} />
      </section>
      <section className={styles.section} aria-label={panelText.scenarios}>
        <h3>{panelText.scenarios}</h3>
        <ScenarioGallery
          scenarios={state.scenarios}
          open={state.scenario}
          chosen={scenario}
          onChoose={setPicked}
        />
        <form
          className={styles.form}
          aria-label={panelText.options}
          onSubmit={(event) => {
            event.preventDefault()
            if (seedNumber !== null && deviceNumber !== null) setAsking(true)
          }}
        >
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
          <Button type="submit" variant="primary">
            {panelText.openThis(title)}
          </Button>
        </form>
      </section>
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
