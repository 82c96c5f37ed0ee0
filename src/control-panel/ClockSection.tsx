import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react'
import { useState } from 'react'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { useWorldState, useWorldTime } from './use-world.ts'
import type { WorldControl } from './world-control.ts'
import styles from './ControlPanel.module.css'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const speeds = [1, 10, 60, 600, 3600]
const jumps = [
  { label: simulatorText.jumps.second, ms: SECOND_MS },
  { label: simulatorText.jumps.minute, ms: MINUTE_MS },
  { label: simulatorText.jumps.tenMinutes, ms: 10 * MINUTE_MS },
  { label: simulatorText.jumps.hour, ms: 60 * MINUTE_MS },
  { label: simulatorText.jumps.day, ms: 24 * 60 * MINUTE_MS },
]

export function ClockSection({ control }: { control: WorldControl }) {
  const { speed, sessionsExpire = false } = useWorldState(control.clock)
  const time = useWorldTime(control.clock)
  const isPaused = speed === 0
  return (
    <section className={styles.section} aria-label={simulatorText.clock}>
      <h3 className="visually-hidden">{simulatorText.clock}</h3>
      <p>
        <span className="visually-hidden">{simulatorText.now}</span>
        <span className={styles.moment}>{time}</span>
      </p>
      <div className={styles.row}>
        <Button
          icon={
            isPaused ? (
              <IconPlayerPlay size={16} aria-hidden="true" />
            ) : (
              <IconPlayerPause size={16} aria-hidden="true" />
            )
          }
          onClick={() => void control.togglePause()}
        >
          {isPaused ? simulatorText.resume : simulatorText.pause}
        </Button>
        <SegmentedControl
          label={simulatorText.speedChoice}
          value={String(speed)}
          options={speeds.map((each) => ({ value: String(each), label: simulatorText.speed(each) }))}
          onChange={(chosen) => void control.setSpeed(Number(chosen))}
        />
      </div>
      <div className={styles.group} role="group" aria-label={simulatorText.jump}>
        <span className={styles.label}>{simulatorText.jump}</span>
        <div className={styles.row}>
          {jumps.map(({ label, ms }) => (
            <Button key={label} size="s" onClick={() => void control.advance(ms)}>
              {label}
            </Button>
          ))}
          <NextButton control={control} />
        </div>
      </div>
      <TimeForm control={control} />
      <div className={styles.group}>
        <Switch
          label={panelText.sessionsExpire}
          on={sessionsExpire}
          text={panelText.sessionsExpire}
          onChange={(on) => void control.setSessionsExpire(on)}
        />
        <p className={styles.note}>{panelText.sessionsExpireHint}</p>
      </div>
    </section>
  )
}

function NextButton({ control }: { control: WorldControl }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="s"
      busy={busy}
      icon={<IconPlayerSkipForward size={15} aria-hidden="true" />}
      onClick={() => {
        setBusy(true)
        void control.next().finally(() => setBusy(false))
      }}
    >
      {panelText.next}
    </Button>
  )
}

/** Parses a time in UTC, like all times of the world; undefined when invalid. */
function parseTime(text: string): string | undefined {
  const plain = text.trim().replace(' ', 'T')
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(plain) ? plain : `${plain}Z`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

function TimeForm({ control }: { control: WorldControl }) {
  const [text, setText] = useState(() =>
    new Date(control.clock.now()).toISOString().slice(0, 16).replace('T', ' '),
  )
  const [isWrong, setWrong] = useState(false)
  return (
    <form
      className={styles.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const instant = parseTime(text)
        setWrong(instant === undefined)
        if (instant !== undefined) void control.goTo(instant)
      }}
    >
      <TextField
        label={panelText.jumpTo}
        value={text}
        error={isWrong ? panelText.timeInvalid : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{panelText.go}</Button>
    </form>
  )
}
