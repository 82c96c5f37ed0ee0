import { simulatorText } from '@/messages/simulator.ts'
import { Banner } from '@/ui/Banner.tsx'
import { ClockSection } from './ClockSection.tsx'
import { FaultsSection } from './FaultsSection.tsx'
import { WorldSection } from './WorldSection.tsx'
import type { WorldControl } from './world-control.ts'
import styles from './ControlPanel.module.css'

/** Everything that can be done to the simulated world. */
export function ControlPanel({ control }: { control: WorldControl }) {
  return (
    <div className={styles.panel}>
      {control.notice && <Banner tone="warn">{control.notice}</Banner>}
      <section className={styles.section} aria-label={simulatorText.clock}>
        <h3>{simulatorText.clock}</h3>
        <ClockSection control={control} />
      </section>
      <section className={styles.section} aria-label={simulatorText.scenario}>
        <h3>{simulatorText.scenario}</h3>
        <WorldSection control={control} />
      </section>
      <section className={styles.section} aria-label={simulatorText.faults}>
        <h3>{simulatorText.faults}</h3>
        <FaultsSection control={control} />
      </section>
    </div>
  )
}
