import { IconPower } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '@/lib/paths.ts'
import { labelled } from '@/messages/common/compose.ts'
import { powerOnText as text } from '@/messages/control-panel/power-on.ts'
import type { PoweredOn } from '@/simulation/control-contract.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorBanner } from '@/ui/feedback/ErrorBanner.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import type { WorldControl } from './world-control.ts'
import styles from './PowerOn.module.css'

type Stage = { is: 'idle' } | { is: 'busy' } | { is: 'on'; device: PoweredOn } | { is: 'failed'; why: string }

/** Powers on a device, and shows the result. */
export function usePowerOn(powerOn: () => Promise<PoweredOn>) {
  const [stage, setStage] = useState<Stage>({ is: 'idle' })
  const press = async () => {
    setStage({ is: 'busy' })
    try {
      setStage({ is: 'on', device: await powerOn() })
    } catch (error) {
      setStage({ is: 'failed', why: error instanceof Error ? error.message : String(error) })
    }
  }
  return { stage, press: () => void press() }
}

export interface PowerOnResultProps {
  stage: Stage
  /** Called when the user follows the link to the device page. */
  onLeave?: () => void
}

export function PowerOnResult({ stage, onLeave }: PowerOnResultProps) {
  if (stage.is === 'on') {
    const { name, uuid } = stage.device
    return (
      <Banner
        tone="ok"
        action={
          <ButtonLink size="s" to={paths.device(uuid)} onClick={onLeave}>
            {text.open}
          </ButtonLink>
        }
      >
        {text.isOn(name)}
      </Banner>
    )
  }
  return stage.is === 'failed' ? <ErrorBanner>{labelled(text.failed, stage.why)}</ErrorBanner> : null
}

export interface PowerOnProps {
  control: Pick<WorldControl, 'startDevice'>
  fleet: number
  deviceType: string
  osVersion: string
  variant: 'prod' | 'dev'
  reason: string | undefined
}

/** Next to the image download: a simulated device that boots the image. */
export function PowerOn({ control, reason, ...device }: PowerOnProps) {
  const { stage, press } = usePowerOn(() => control.startDevice(device))
  return (
    <section className={styles.part} aria-label={text.title}>
      <h3 className={styles.heading}>{text.title}</h3>
      <p className={styles.note}>{text.intro}</p>
      {/* Above the button: on a small screen what is below it is out of sight. */}
      <PowerOnResult stage={stage} />
      <div>
        <Button
          icon={<IconPower size={16} aria-hidden="true" />}
          busy={stage.is === 'busy'}
          reason={reason}
          onClick={press}
        >
          {stage.is === 'busy' ? text.busy : text.button}
        </Button>
      </div>
    </section>
  )
}
