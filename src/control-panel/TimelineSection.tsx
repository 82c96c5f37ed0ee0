import { useId, useState } from 'react'
import { formatInstant } from '@/lib/format.ts'
import { beside } from '@/messages/common/compose.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { Timeline } from '@/simulation/control-contract.ts'
import { Button } from '@/ui/form/Button.tsx'
import { AsyncContent } from './AsyncContent.tsx'
import { usePolled } from './use-polled.ts'
import type { WorldControl } from './world-control.ts'
import panel from './ControlPanel.module.css'
import styles from './TimelineSection.module.css'

const EVERY_MS = 5000
const MAX_SHOWN = 30
/** Number of positions of the slider, whatever the age of the world. */
const PLACES = 1000

const inUtc = (at: string | number) => formatInstant(at, { timeZone: 'UTC' })

/** The history of the world, and ways back. */
export function TimelineSection({ control }: { control: WorldControl }) {
  const { result, again } = usePolled(control, control.client.timeline, EVERY_MS)
  return (
    <section className={panel.section} aria-label={panelText.timeline}>
      <h3>{panelText.timeline}</h3>
      <p className={panel.note}>{panelText.timelineHint}</p>
      <AsyncContent result={result} onRetry={() => void again()} lines={6}>
        {(timeline) => (
          <>
            <Scale timeline={timeline} onGo={(time) => void control.goTo(time)} />
            <Snapshots
              timeline={timeline}
              onBack={(target) =>
                void (typeof target === 'number' ? control.rewind(target) : control.goTo(target))
              }
              onKeep={() => void control.takeSnapshot().then(again)}
            />
            <Actions timeline={timeline} />
          </>
        )}
      </AsyncContent>
    </section>
  )
}

/** The time from the opening of the world to now, with marks for snapshots and actions. */
function Scale({ timeline, onGo }: { timeline: Timeline; onGo: (time: string) => void }) {
  const id = useId()
  const [place, setPlace] = useState(PLACES)
  const start = Date.parse(timeline.openedAt)
  const end = Math.max(
    start + 1,
    Date.parse(timeline.now),
    ...timeline.snapshots.map(({ at }) => Date.parse(at)),
  )
  const shareOf = (at: string) => ((Date.parse(at) - start) / (end - start)) * 100
  const chosen = new Date(Math.round(start + ((end - start) * place) / PLACES)).toISOString()
  const isEnd = place === PLACES
  return (
    <div className={styles.scale}>
      <div className={styles.marks} aria-hidden="true">
        {timeline.actions.map(({ at, kind }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- several may happen at the same time
          <span key={index} data-kind={kind} style={{ insetInlineStart: `${shareOf(at)}%` }} />
        ))}
        {timeline.snapshots.map(({ id, at }) => (
          <span key={id} data-kind="snapshot" style={{ insetInlineStart: `${shareOf(at)}%` }} />
        ))}
      </div>
      <label htmlFor={id} className="visually-hidden">
        {panelText.position}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={PLACES}
        value={place}
        aria-valuetext={isEnd ? panelText.positionNow : inUtc(chosen)}
        onChange={(event) => setPlace(Number(event.target.value))}
      />
      <div className={styles.chosen}>
        <span>{isEnd ? panelText.positionNow : inUtc(chosen)}</span>
        <Button
          size="s"
          reason={isEnd ? panelText.positionFirst : undefined}
          onClick={() => {
            onGo(chosen)
            setPlace(PLACES)
          }}
        >
          {panelText.go}
        </Button>
      </div>
    </div>
  )
}

function Snapshots({
  timeline: { snapshots, openedAt, branch },
  onBack,
  onKeep,
}: {
  timeline: Timeline
  onBack: (target: number | string) => void
  onKeep: () => void
}) {
  const kept = snapshots.toReversed().slice(0, MAX_SHOWN)
  return (
    <div className={panel.group}>
      <div className={styles.chosen}>
        <h4>{panelText.snapshots}</h4>
        <Button size="s" onClick={onKeep}>
          {panelText.takeSnapshot}
        </Button>
      </div>
      {kept.length === 0 && <p className={panel.note}>{panelText.noSnapshots}</p>}
      <ul className={styles.list} aria-label={panelText.snapshots}>
        {kept.map(({ id, at, reason, branch: of }) => {
          const why = panelText.reasons[reason]
          return (
            <SnapshotRow
              key={id}
              at={at}
              why={of === branch ? why : beside(why, panelText.otherBranch)}
              onBack={() => onBack(id)}
            />
          )
        })}
        <SnapshotRow at={openedAt} why={panelText.opening} onBack={() => onBack(openedAt)} />
      </ul>
    </div>
  )
}

function SnapshotRow({ at, why, onBack }: { at: string; why: string; onBack: () => void }) {
  return (
    <li>
      <span className={styles.what}>
        <b>{inUtc(at)}</b>
        <span>{why}</span>
      </span>
      <Button size="s" aria-label={panelText.backTo(inUtc(at), why)} onClick={onBack}>
        {panelText.back}
      </Button>
    </li>
  )
}

function Actions({ timeline: { actions } }: { timeline: Timeline }) {
  return (
    <div className={panel.group}>
      <h4>{panelText.actions}</h4>
      {actions.length === 0 ? (
        <p className={panel.note}>{panelText.noActions}</p>
      ) : (
        <ol className={styles.list} aria-label={panelText.actions}>
          {actions
            .slice(-MAX_SHOWN)
            .toReversed()
            .map(({ at, kind, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- several may happen at the same time
              <li key={index}>
                <span className={styles.what} data-kind={kind}>
                  <code>{text}</code>
                  <span>{inUtc(at)}</span>
                </span>
              </li>
            ))}
        </ol>
      )}
    </div>
  )
}
