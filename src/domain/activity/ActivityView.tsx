import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '@/api/api.ts'
import { csvText } from '@/lib/csv.ts'
import { paths } from '@/lib/paths.ts'
import { canSaveFiles, fileStamp, saveTextFile } from '@/lib/save-file.ts'
import {
  activityKindText,
  activityPageText as text,
  activityResultText,
  activityText,
  targetText,
  undoText,
  whyNotUndoText,
} from '@/messages/activity.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { accountQuery } from '../account/account.queries.ts'
import { activityLog } from './activity-log.ts'
import { activityQuery, namesQuery } from './activity.queries.ts'
import {
  concerns,
  entryKinds,
  exportRows,
  matches,
  noFilter,
  noNames,
  targetKey,
  targetName,
  type ActivityFilter,
  type ActivityScope,
  type TargetNames,
} from './activity-rows.ts'
import styles from './ActivityView.module.css'
import { LONGEST_KEPT_MS, MOST_ENTRIES, results, type Change, type Entry, type Target } from './entry.ts'
import { UndoDialog } from './UndoDialog.tsx'

const PAGE = 50
const DAY_MS = 24 * 60 * 60_000

const toneOf = { done: 'ok', failed: 'bad', unknown: 'warn' } as const

/** Whose changes are shown: of a thing, or null: all. */
export function ActivityView({ scope }: { scope: ActivityScope | null }) {
  const account = api().session.claims()?.id ?? 0
  const log = activityLog(account)
  const [turn] = useStored(log.turn)
  const read = useQuery(activityQuery(account, turn))
  const who = useQuery(accountQuery())
  const [filter, setFilter] = useState(noFilter)
  const [most, setMost] = useState(PAGE)
  const [clearing, setClearing] = useState(false)
  const [undoing, setUndoing] = useState<{ entry: Entry; change: Change }>()
  const all = useMemo(() => read.data?.entries ?? [], [read.data])
  const names = useQuery({ ...namesQuery(all), enabled: all.length > 0 }).data ?? noNames
  const own = useMemo(() => all.filter((entry) => concerns(entry, scope, names)), [all, scope, names])
  const found = useMemo(() => own.filter((entry) => matches(entry, filter, names)), [own, filter, names])
  const undone = useMemo(
    () =>
      new Set(all.flatMap(({ undoes, result }) => (undoes !== null && result === 'done' ? [undoes] : []))),
    [all],
  )
  if (read.isError)
    return <ErrorState title={text.failed} onRetry={() => void read.refetch()} retrying={read.isFetching} />
  if (read.data === undefined)
    return (
      <LoadingRegion>
        <SkeletonLines lines={6} height={20} />
      </LoadingRegion>
    )
  const changeOf = ({ id, change }: Entry) => change ?? log.secrets.get(id) ?? null
  const whyNotUndo = (entry: Entry) => {
    if (undone.has(entry.id)) return whyNotUndoText.undone
    if (entry.result === 'failed') return whyNotUndoText.failed
    return changeOf(entry) === null ? whyNotUndoText[entry.whyNot ?? 'unread'] : undefined
  }
  const whyNotExport =
    found.length === 0 ? text.nothingToExport : canSaveFiles() ? undefined : text.cannotSave
  const whose = who.data?.username ?? String(account)
  const save = (kind: 'csv' | 'json') => {
    const rows = exportRows(found, whose, names)
    const { headers, name } = text.csv
    const content =
      kind === 'csv'
        ? csvText(headers, rows)
        : `${JSON.stringify(
            rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? null]))),
            null,
            2,
          )}\n`
    saveTextFile(`${name}-${fileStamp(api().now())}.${kind}`, content)
  }
  return (
    <>
      <p className={styles.note}>
        {text.note} {text.bounds(MOST_ENTRIES, LONGEST_KEPT_MS / DAY_MS)}
      </p>
      {!read.data.isKept && <Banner tone="warn">{text.notKept}</Banner>}
      {own.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <>
          <Filters filter={filter} onFilter={setFilter} />
          <Card flush>
            {found.length === 0 ? (
              <EmptyState
                title={text.noMatch}
                action={<Button onClick={() => setFilter(noFilter)}>{text.clearFilter}</Button>}
              />
            ) : (
              <PlainTable label={text.list} stacks>
                <thead>
                  <tr>
                    <th scope="col">{text.columns.when}</th>
                    <th scope="col">{text.columns.what}</th>
                    <th scope="col">{text.columns.on}</th>
                    <th scope="col">{text.columns.result}</th>
                    <th scope="col">{text.columns.page}</th>
                    <th scope="col">{text.columns.action}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, most).map((entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      names={names}
                      isUndone={undone.has(entry.id)}
                      whyNot={whyNotUndo(entry)}
                      onUndo={() => {
                        const change = changeOf(entry)
                        if (change !== null) setUndoing({ entry, change })
                      }}
                    />
                  ))}
                </tbody>
              </PlainTable>
            )}
            <div className={styles.foot}>
              <span className={styles.quiet} role="status">
                {text.shown(found.length)}
              </span>
              {found.length > most && (
                <Button onClick={() => setMost(most + PAGE)}>
                  {text.more(Math.min(PAGE, found.length - most))}
                </Button>
              )}
            </div>
          </Card>
        </>
      )}
      <div className={styles.filters}>
        <Button reason={whyNotExport} onClick={() => save('csv')}>
          {text.exportCsv}
        </Button>
        <Button reason={whyNotExport} onClick={() => save('json')}>
          {text.exportJson}
        </Button>
        {scope === null && (
          <Button
            reason={all.length === 0 ? text.nothingToClear : undefined}
            onClick={() => setClearing(true)}
          >
            {text.clear}
          </Button>
        )}
      </div>
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

function Filters({
  filter,
  onFilter,
}: {
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
}) {
  const any = { value: '' as const, label: text.any }
  return (
    <div className={styles.filters} role="search" aria-label={text.title}>
      <TextField
        label={text.filter}
        type="search"
        value={filter.words}
        onChange={({ target }) => onFilter({ ...filter, words: target.value })}
      />
      <SelectField
        label={text.kind}
        value={filter.kind}
        options={[any, ...entryKinds.map((kind) => ({ value: kind, label: activityKindText[kind] }))]}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <SelectField
        label={text.result}
        value={filter.result}
        options={[any, ...results.map((result) => ({ value: result, label: activityResultText[result] }))]}
        onChange={(result) => onFilter({ ...filter, result })}
      />
      <TextField
        label={text.from}
        type="date"
        value={filter.from}
        onChange={({ target }) => onFilter({ ...filter, from: target.value })}
      />
      <TextField
        label={text.to}
        type="date"
        value={filter.to}
        onChange={({ target }) => onFilter({ ...filter, to: target.value })}
      />
    </div>
  )
}

interface EntryRowProps {
  entry: Entry
  names: TargetNames
  isUndone: boolean
  whyNot: string | undefined
  onUndo: () => void
}

function EntryRow({ entry, names, isUndone, whyNot, onUndo }: EntryRowProps) {
  const said = activityText(entry)
  return (
    <tr>
      <td data-label={text.columns.when}>
        <RelativeTime at={entry.at} />
      </td>
      <th scope="row" className={styles.what}>
        {said}
      </th>
      <td data-label={text.columns.on} className={styles.what}>
        <Targets entry={entry} names={names} />
      </td>
      <td data-label={text.columns.result}>
        <StatusBadge tone={toneOf[entry.result]} plain>
          {activityResultText[entry.result]}{' '}
          {entry.result === 'failed' && entry.status !== null && text.status(entry.status)}
        </StatusBadge>
      </td>
      <td data-label={text.columns.page} className={styles.what}>
        <Link to={entry.page}>{entry.page}</Link>
      </td>
      <td data-label={text.columns.action}>
        {isUndone ? (
          text.undone
        ) : (
          <Button size="s" reason={whyNot} aria-label={undoText.named(said)} onClick={onUndo}>
            {undoText.undo}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** So many are named in a row. */
const NAMED = 3

function Targets({ entry, names }: Pick<EntryRowProps, 'entry' | 'names'>) {
  const [first] = entry.targets
  if (first === undefined) return targetText.none
  const alike = entry.targets.filter(({ kind }) => kind === first.kind)
  const shown = alike.slice(0, NAMED)
  const rest = Math.max(entry.count, alike.length) - shown.length
  return (
    <>
      {shown.map((target, at) => (
        <span key={targetKey(target)}>
          {at > 0 && ', '}
          <TargetLink target={target} names={names} />
        </span>
      ))}
      {rest > 0 && ` ${targetText.more(rest)}`}
    </>
  )
}

function TargetLink({ target, names }: { target: Target; names: TargetNames }) {
  const name = targetName(target, names) ?? targetText.withId(targetText.unnamed[target.kind], target.id)
  const to = pathOf(target, names)
  return to === null ? name : <Link to={to}>{name}</Link>
}

function pathOf(target: Target, { names, uuidOf }: TargetNames): string | null {
  const uuid = uuidOf.get(targetKey(target))
  // What the platform does not show any more leads nowhere.
  if (target.kind === 'device') return uuid === undefined ? null : paths.device(uuid)
  if (!names.has(targetKey(target))) return null
  if (target.kind === 'fleet') return paths.fleet(target.id)
  return target.kind === 'organization' ? paths.organization(target.id) : null
}
