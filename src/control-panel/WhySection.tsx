import { useCallback } from 'react'
import { formatInstant } from '@/lib/format.ts'
import { powerOnText } from '@/messages/control-panel/power-on.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { Explanation } from '@/simulation/control-contract.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { usePolled } from './use-polled.ts'
import { showFailure, type WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './WhySection.module.css'

/** The device of the current page; undefined on other pages. */
function deviceLookedAt(path: string = window.location.pathname): string | undefined {
  return /\/devices\/([0-9a-f]{32,62})(?:\/|$)/.exec(path)?.[1]
}

/** Explains the state of the current device. */
export function WhySection({ control }: { control: WorldControl }) {
  const uuid = deviceLookedAt()
  return (
    <section className={panel.section} aria-label={panelText.deviceState}>
      {uuid === undefined ? (
        <>
          <h3>{panelText.device}</h3>
          <EmptyState compact title={panelText.whyNone} />
        </>
      ) : (
        <CausesOf uuid={uuid} control={control} />
      )}
    </section>
  )
}

function CausesOf({ uuid, control }: { uuid: string; control: WorldControl }) {
  const { client } = control
  const { result, again } = usePolled(
    control,
    useCallback(() => client.why(uuid), [client, uuid]),
  )
  return (
    <AsyncContent result={result} onRetry={() => void again()} lines={8}>
      {(why) => (
        <>
          {why.isSilent && <SilentDevice name={why.name} uuid={uuid} control={control} />}
          <Causes why={why} />
        </>
      )}
    </AsyncContent>
  )
}

/** A preregistered device that can be powered on. */
function SilentDevice({ name, uuid, control }: { name: string; uuid: string; control: WorldControl }) {
  return (
    <Banner
      tone="info"
      action={
        <Button size="s" onClick={() => void control.powerOn(uuid).catch(showFailure)}>
          {powerOnText.turnOn}
        </Button>
      }
    >
      {powerOnText.silent(name)}
    </Banner>
  )
}

function Causes({ why: { name, status, reasons, lately } }: { why: Explanation }) {
  return (
    <>
      <div className={panel.row}>
        <h3>{panelText.why(name)}</h3>
        <Tag>{status}</Tag>
      </div>
      {reasons.map(({ about, is, chain }) => (
        <div key={about}>
          <h4 className={panel.label}>{panelText.reason(about, is)}</h4>
          <CauseList label={panelText.reason(about, is)} causes={chain} isChain />
        </div>
      ))}
      <div>
        <h4 className={panel.label}>{panelText.lately}</h4>
        {lately.length === 0 ? (
          <p className={panel.note}>{panelText.noCauses}</p>
        ) : (
          <CauseList label={panelText.lately} causes={lately.toReversed()} />
        )}
      </div>
    </>
  )
}

interface CauseListProps {
  label: string
  causes: readonly { at: string | null; text: string }[]
  /** A chain of causes, latest first. */
  isChain?: boolean
}

function CauseList({ label, causes, isChain }: CauseListProps) {
  return (
    <ol className={styles.causes} aria-label={label} data-chain={isChain || undefined}>
      {causes.map(({ at, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same may have happened twice
        <li key={index}>
          <span>{text}</span>
          {at === null ? (
            <span className={styles.always}>{panelText.always}</span>
          ) : (
            <time dateTime={at}>{formatInstant(at, { timeZone: 'UTC' })}</time>
          )}
        </li>
      ))}
    </ol>
  )
}
