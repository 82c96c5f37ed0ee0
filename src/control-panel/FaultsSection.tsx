import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { sentences } from '@/messages/common/compose.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import { simulatorText } from '@/messages/control-panel/simulator.ts'
import type { Fault, NewFault } from '@/simulation/control-contract.ts'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button, IconButton } from '@/ui/form/Button.tsx'
import { faultText, readyMadeFaults } from './fault-list.ts'
import { FaultForm } from './FaultForm.tsx'
import type { WorldControl } from './world-control.ts'
import styles from './ControlPanel.module.css'

/** Fault presets, custom faults and the list of active faults. */
export function FaultsSection({ control }: { control: WorldControl }) {
  const { faults, reload } = useFaults(control)
  const add = async (fault: NewFault) => {
    await control.addFault(fault)
    await reload()
  }
  const attempt = (action: Promise<void>) =>
    void action.catch((error: unknown) =>
      showToast({
        tone: 'bad',
        key: 'simulator',
        title: simulatorText.failed,
        detail: error instanceof Error ? error.message : String(error),
      }),
    )
  return (
    <section className={styles.section} aria-label={simulatorText.faults}>
      <h3>{simulatorText.faults}</h3>
      <p className={styles.note}>{simulatorText.faultsIntro}</p>
      <div className={styles.group} role="group" aria-label={simulatorText.ready}>
        <span className={styles.label}>{simulatorText.ready}</span>
        <div className={styles.row}>
          {readyMadeFaults.map(({ label, fault }) => (
            <Button key={label} size="s" onClick={() => attempt(add(fault))}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className={styles.group}>
        <span className={styles.label}>{simulatorText.activeFaults}</span>
        <FaultList
          faults={faults}
          onRetry={() => void reload()}
          onRemove={(id) => attempt(control.removeFault(id).then(reload))}
        />
        {Array.isArray(faults) && faults.length > 0 && (
          <div>
            <Button size="s" onClick={() => attempt(control.clearFaults().then(reload))}>
              {simulatorText.clearFaults}
            </Button>
          </div>
        )}
      </div>
      <FaultForm onAdd={add} />
    </section>
  )
}

type Faults = readonly Fault[] | 'loading' | 'failed'

function FaultList({
  faults,
  onRetry,
  onRemove,
}: {
  faults: Faults
  onRetry: () => void
  onRemove: (id: number) => void
}) {
  if (faults === 'loading') return null
  if (faults === 'failed') return <ErrorState compact title={simulatorText.unknown} onRetry={onRetry} />
  if (faults.length === 0) return <p className={styles.note}>{simulatorText.noFaults}</p>
  return (
    <ul className={styles.faults} aria-label={simulatorText.activeFaults}>
      {faults.map((fault, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same fault may be set twice
        <li key={index}>
          <span className={styles.fault}>
            <code>{fault.route}</code>
            <span>{faultText(fault)}</span>
          </span>
          {fault.id !== undefined && (
            <IconButton
              size="s"
              label={panelText.removeFault(sentences(fault.route, faultText(fault)))}
              icon={<IconX size={14} aria-hidden="true" />}
              onClick={() => onRemove(fault.id ?? 0)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function useFaults(control: WorldControl) {
  const [faults, setFaults] = useState<Faults>('loading')
  const reload = useCallback(() => control.faults().then(setFaults, () => setFaults('failed')), [control])
  useEffect(() => {
    void reload()
    return control.clock.subscribe(() => void reload())
  }, [control, reload])
  return { faults, reload }
}
