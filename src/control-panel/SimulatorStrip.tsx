import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { PanelDrawer } from './PanelDrawer.tsx'
import { useWorldState, useWorldTime } from './use-world.ts'
import type { WorldControl } from './world-control.ts'
import styles from './SimulatorStrip.module.css'

const HOUR_MS = 3_600_000

/** Shows that this is a simulation, its time, and controls for its clock. */
export function SimulatorStrip({
  control,
  collapsed,
  onStory,
}: {
  control: WorldControl
  collapsed: boolean
  /** Starts a story by name. */
  onStory: (name: string) => Promise<void>
}) {
  const [opened, setOpened] = useState(false)
  const { speed, title } = useWorldState(control.clock)
  const open = () => setOpened(true)
  return (
    <section
      className={styles.strip}
      aria-label={simulatorText.strip}
      data-collapsed={collapsed || undefined}
      data-simulation=""
    >
      {collapsed ? (
        <>
          <span className={styles.speed}>{simulatorText.speed(speed)}</span>
          <IconButton
            size="s"
            label={simulatorText.panelName}
            icon={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={open}
          />
        </>
      ) : (
        <>
          <div className={styles.head}>
            <b>{simulatorText.simulated}</b>
            <Tag>{simulatorText.speed(speed)}</Tag>
          </div>
          <b>{title}</b>
          <WorldTime control={control} />
          <div className={styles.buttons}>
            <Button size="s" onClick={() => void control.togglePause()}>
              {speed === 0 ? simulatorText.resume : simulatorText.pause}
            </Button>
            <Button
              size="s"
              aria-label={simulatorText.plusHourName}
              onClick={() => void control.advance(HOUR_MS)}
            >
              {simulatorText.plusHour}
            </Button>
            <Button size="s" aria-label={simulatorText.panelName} aria-haspopup="dialog" onClick={open}>
              {simulatorText.panel}
            </Button>
          </div>
        </>
      )}
      <PanelDrawer control={control} opened={opened} onClose={() => setOpened(false)} onStory={onStory} />
    </section>
  )
}

function WorldTime({ control }: { control: WorldControl }) {
  return <span className={styles.moment}>{useWorldTime(control.clock)}</span>
}
