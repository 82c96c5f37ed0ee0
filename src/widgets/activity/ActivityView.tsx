import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '@/api/api.ts'
import { accountQuery } from '@/domain/account/account.queries.ts'
import { LONGEST_KEPT_MS, MAX_ENTRIES, type Change, type Entry } from '@/engines/activity/activity-entry.ts'
import { activityLog } from '@/engines/activity/activity-log.ts'
import { concerns, noNames, type ActivityScope } from '@/engines/activity/activity-rows.ts'
import { activityPageText as text, whyNotUndoText } from '@/messages/activity/activity.ts'
import { useSimulationData, type SimulationData } from '@/simulation/simulation-data-context.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SegmentedControl } from '@/ui/form/SegmentedControl.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { activityQuery, namesQuery, simulatedChangesQuery } from './activity.queries.ts'
import { ActivityList } from './ActivityList.tsx'
import { UndoDialog } from './UndoDialog.tsx'
import styles from './ActivityView.module.css'

const DAY_MS = 24 * 60 * 60_000

/** Where changes are recorded: in this browser, or in the simulated world. */
const sources = ['browser', 'world'] as const
type Source = (typeof sources)[number]

interface ScopeProps {
  /** The resource whose changes are shown; null: all changes. */
  scope: ActivityScope | null
}

/** The changes made in this browser and, in a simulated world, by any client. */
export function ActivityView({ scope }: ScopeProps) {
  const world = useSimulationData()
  const [source, setSource] = useState<Source>('browser')
  return (
    <>
      {world !== null && (
        <div>
          <SegmentedControl
            label={text.source}
            value={source}
            options={sources.map((value) => ({ value, label: text.sources[value] }))}
            onChange={setSource}
          />
        </div>
      )}
      {world !== null && source === 'world' ? (
        <WorldActivity scope={scope} world={world} />
      ) : (
        <BrowserActivity scope={scope} />
      )}
    </>
  )
}

function WorldActivity({ scope, world }: ScopeProps & { world: SimulationData }) {
  const read = useQuery(simulatedChangesQuery(world))
  const all = useMemo(() => read.data ?? [], [read.data])
  const names = useQuery({ ...namesQuery(all), enabled: all.length > 0 }).data ?? noNames
  const entries = useMemo(() => all.filter((entry) => concerns(entry, scope, names)), [all, scope, names])
  if (read.isError)
    return <ErrorState title={text.failed} onRetry={() => void read.refetch()} retrying={read.isFetching} />
  if (read.data === undefined) return <Loading />
  return (
    <>
      <p className={styles.note}>{text.worldNote}</p>
      <ActivityList
        entries={entries}
        names={names}
        empty={{ title: text.worldEmpty, detail: text.worldEmptyDetail }}
        authorOf={({ by }) => by}
        showsWho
      />
    </>
  )
}

function BrowserActivity({ scope }: ScopeProps) {
  const account = api().session.claims()?.id ?? 0
  const log = activityLog(account)
  const [revision] = useStored(log.revision)
  const read = useQuery(activityQuery(account, revision))
  const user = useQuery(accountQuery())
  const [clearing, setClearing] = useState(false)
  const [undoing, setUndoing] = useState<{ entry: Entry; change: Change }>()
  const all = useMemo(() => read.data?.entries ?? [], [read.data])
  const names = useQuery({ ...namesQuery(all), enabled: all.length > 0 }).data ?? noNames
  const entries = useMemo(() => all.filter((entry) => concerns(entry, scope, names)), [all, scope, names])
  const undone = useMemo(
    () =>
      new Set(all.flatMap(({ undoes, result }) => (undoes !== null && result === 'done' ? [undoes] : []))),
    [all],
  )
  if (read.isError)
    return <ErrorState title={text.failed} onRetry={() => void read.refetch()} retrying={read.isFetching} />
  if (read.data === undefined) return <Loading />
  const changeOf = ({ id, change }: Entry) => change ?? log.secrets.get(id) ?? null
  const whyNotUndo = (entry: Entry) => {
    if (entry.result === 'failed') return whyNotUndoText.failed
    return changeOf(entry) === null ? whyNotUndoText[entry.whyNot ?? 'unread'] : undefined
  }
  const username = user.data?.username ?? String(account)
  return (
    <>
      <p className={styles.note}>
        {text.note} {text.bounds(MAX_ENTRIES, LONGEST_KEPT_MS / DAY_MS)}
      </p>
      {!read.data.isKept && <Banner tone="warn">{text.notKept}</Banner>}
      <ActivityList
        entries={entries}
        names={names}
        empty={{ title: text.empty, detail: text.emptyDetail }}
        authorOf={() => username}
        undoOf={(entry) => ({
          isUndone: undone.has(entry.id),
          whyNot: whyNotUndo(entry),
          onUndo: () => {
            const change = changeOf(entry)
            if (change !== null) setUndoing({ entry, change })
          },
        })}
      >
        {scope === null && (
          <Button
            reason={all.length === 0 ? text.nothingToClear : undefined}
            onClick={() => setClearing(true)}
          >
            {text.clear}
          </Button>
        )}
      </ActivityList>
      <ConfirmDialog
        opened={clearing}
        onClose={() => setClearing(false)}
        title={text.clearTitle}
        confirmLabel={text.clear}
        danger
        onConfirm={() => log.clear()}
      >
        <p>{text.clearDetail}</p>
      </ConfirmDialog>
      {undoing && (
        <UndoDialog
          key={undoing.entry.id}
          {...undoing}
          names={names}
          later={all.filter(({ at, id }) => at > undoing.entry.at && id !== undoing.entry.id)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </>
  )
}

const Loading = () => (
  <LoadingRegion>
    <SkeletonLines lines={6} height={20} />
  </LoadingRegion>
)
