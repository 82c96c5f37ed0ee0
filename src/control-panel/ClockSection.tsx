import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { simulatorText } from '@/messages/simulator.ts'
import { Button } from '@/ui/Button.tsx'
import { SegmentedControl } from '@/ui/SegmentedControl.tsx'
import { useWorldState, useWorldTime } from './useWorld.ts'
import type { WorldControl } from './world-control.ts'
import styles from './ControlPanel.module.css'

const MINUTE_MS = 60_000
const speeds = [1, 10, 60, 600, 3600]
const jumps = [
  { label: simulatorText.jumps.minute, ms: MINUTE_MS },
  { label: simulatorText.jumps.tenMinutes, ms: 10 * MINUTE_MS },
  { label: simulatorText.jumps.hour, ms: 60 * MINUTE_MS },
  { label: simulatorText.jumps.day, ms: 24 * 60 * MINUTE_MS },
]

export function ClockSection({ control }: { control: WorldControl }) {
  const { speed } = useWorldState(control.clock)
  const moment = useWorldTime(control.clock)
  const isPaused = speed === 0
  return (
    <>
      <p>
        <span className="visually-hidden">{simulatorText.now}</span>
        <span className={styles.moment}>{moment}</span>
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
        </div>
      </div>
    </>
  )
}
