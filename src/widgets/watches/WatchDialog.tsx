import { api } from '@/api/api.ts'
import { leavesWhenOffline } from '@/engines/watches/leaves-filter.ts'
import { addWatch, removeWatch, watchStore } from '@/engines/watches/watch-store.ts'
import {
  deviceWatches,
  listWatches,
  MAX_WATCHES,
  plainName,
  watchKey,
  watchSchema,
  type NewWatch,
} from '@/engines/watches/watch.ts'
import { paths } from '@/lib/paths.ts'
import { inboxText, setWatchText as text, watchKindText } from '@/messages/watches/watches.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { Switch } from '@/ui/form/Switch.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import styles from './WatchDialog.module.css'

/** What can be watched: a device, a device list or a staged rollout. */
export type WatchSubject =
  | { of: 'device'; uuid: string; name: string }
  | { of: 'list'; fleet: { id: number; name: string }; filter: string }
  | {
      of: 'rollout'
      fleet: { id: number; name: string }
      rollout: { id: string; release: string }
      /** Stages that have not ended. */
      stages: readonly { at: number; name: string }[]
    }

interface Choice {
  label: string
  watch: NewWatch
}

const fleetOf = ({ id, name }: { id: number; name: string }) => ({ id, name: plainName(name) })

function choicesOf(subject: WatchSubject): Choice[] {
  switch (subject.of) {
    case 'device': {
      const device = { uuid: subject.uuid, name: plainName(subject.name) }
      return deviceWatches.map((kind) => ({ label: watchKindText[kind], watch: { kind, device } }))
    }
    case 'list': {
      const { filter } = subject
      const fleet = fleetOf(subject.fleet)
      return listWatches.map((kind) => ({ label: watchKindText[kind], watch: { kind, fleet, filter } }))
    }
    case 'rollout': {
      const fleet = fleetOf(subject.fleet)
      const rollout = { id: subject.rollout.id, release: plainName(subject.rollout.release) }
      const of = (stage: number | null): NewWatch => ({ kind: 'rollout-stage', fleet, rollout, stage })
      return [
        { label: text.everyStage, watch: of(null) },
        ...subject.stages.map(({ at, name }) => ({ label: text.stage(plainName(name)), watch: of(at) })),
      ]
    }
  }
}

function titleOf(subject: WatchSubject): string {
  if (subject.of === 'device') return text.device(plainName(subject.name))
  return subject.of === 'list'
    ? text.list(plainName(subject.fleet.name))
    : text.rollout(plainName(subject.rollout.release))
}

const isKept = (watch: NewWatch) =>
  watchSchema.safeParse({ ...watch, id: '000000000000', paused: false, since: 0 }).success

interface WatchDialogProps {
  subject: WatchSubject
  opened: boolean
  onClose: () => void
}

/** The available watches, each with a switch. */
export function WatchDialog({ subject, opened, onClose }: WatchDialogProps) {
  const store = watchStore()
  const [watches] = useStored(store.watches)
  const isFull = watches.length >= MAX_WATCHES
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={titleOf(subject)}
      size="s"
      footer={
        <>
          <ButtonLink variant="quiet" to={paths.watches()} onClick={onClose}>
            {text.toInbox}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {subject.of === 'list' && (
          <p className={styles.filter}>{subject.filter === '' ? text.all : text.filtered(subject.filter)}</p>
        )}
        <h3 className={styles.when}>{text.when}</h3>
        <ul className={styles.choices}>
          {choicesOf(subject).map(({ label, watch }) => {
            const key = watchKey(watch)
            const set = watches.find((each) => watchKey(each) === key)
            const full = isFull ? text.full(MAX_WATCHES) : undefined
            return (
              <li key={key}>
                <span>{label}</span>
                <Switch
                  label={label}
                  on={set !== undefined}
                  text={set === undefined ? text.off : text.on}
                  reason={set === undefined ? (isKept(watch) ? full : text.tooLong) : undefined}
                  onChange={(on) => {
                    if (on) addWatch(store, watch, api().now())
                    else if (set !== undefined) removeWatch(store, set.id)
                  }}
                />
              </li>
            )
          })}
        </ul>
        {isFull && <Status>{text.full(MAX_WATCHES)}</Status>}
        {subject.of === 'list' && leavesWhenOffline(subject.filter) && (
          <p className={styles.note}>{text.leaves}</p>
        )}
        <p className={styles.note}>{inboxText.whileOpen}</p>
      </div>
    </Dialog>
  )
}
