import { useMemo, useState, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { results, type Entry, type Target } from '@/engines/activity/activity-entry.ts'
import {
  entryKinds,
  exportRows,
  matches,
  noFilter,
  targetKey,
  targetName,
  type ActivityFilter,
  type TargetNames,
} from '@/engines/activity/activity-rows.ts'
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
} from '@/messages/activity/activity.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { PlainTable } from '@/ui/table/PlainTable.tsx'
import styles from './ActivityView.module.css'

/** Entries shown at first, and added by each press of “more”. */
const PAGE = 50

const toneOf = { done: 'ok', failed: 'bad', unknown: 'warn' } as const

interface Undo {
  isUndone: boolean
  /** Why it cannot be undone; undefined if it can. */
  whyNot: string | undefined
  onUndo: () => void
}

interface ActivityListProps<Each extends Entry> {
  entries: readonly Each[]
  names: TargetNames
  empty: { title: string; detail: string }
  /** The author of a change. */
  authorOf: (entry: Each) => string
  /** Whether the table has a column with the author. */
  showsWho?: boolean
  /** How to undo an entry. Without it, the columns for the page and for undo are hidden: both are unknown then. */
  undoOf?: (entry: Each) => Undo
  /** Further buttons below the list. */
  children?: ReactNode
}

/** A filtered list of changes, newest first, with export. */
export function ActivityList<Each extends Entry>(props: ActivityListProps<Each>) {
  const { entries, names, empty, authorOf, showsWho = false, undoOf, children } = props
  const [filter, setFilter] = useState(noFilter)
  const [limit, setLimit] = useState(PAGE)
  const filtered = useMemo(
    () => entries.filter((entry) => matches(entry, filter, names)),
    [entries, filter, names],
  )
  const whyNotExport =
    filtered.length === 0 ? text.nothingToExport : canSaveFiles() ? undefined : text.cannotSave
  const save = (kind: 'csv' | 'json') => {
    const rows = exportRows(filtered, authorOf, names)
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
      {entries.length === 0 ? (
        <Card>
          <EmptyState {...empty} />
        </Card>
      ) : (
        <>
          <Filters filter={filter} onFilter={setFilter} />
          <Card flush>
            {filtered.length === 0 ? (
              <EmptyState
                answers
                title={text.noMatch}
                action={<Button onClick={() => setFilter(noFilter)}>{text.clearFilter}</Button>}
              />
            ) : (
              <PlainTable label={text.list} stacks>
                <thead>
                  <tr>
                    <th scope="col">{text.columns.when}</th>
                    {showsWho && <th scope="col">{text.columns.who}</th>}
                    <th scope="col">{text.columns.what}</th>
                    <th scope="col">{text.columns.on}</th>
                    <th scope="col">{text.columns.result}</th>
                    {undoOf && <th scope="col">{text.columns.page}</th>}
                    {undoOf && <th scope="col">{text.columns.action}</th>}
                  </tr>
                </thead>
                <tbody>
                  {filtered.slice(0, limit).map((entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      names={names}
                      who={showsWho ? authorOf(entry) : undefined}
                      undo={undoOf?.(entry)}
                    />
                  ))}
                </tbody>
              </PlainTable>
            )}
            <div className={styles.foot}>
              <Status as="span" className={styles.quiet}>
                {text.shown(filtered.length)}
              </Status>
              {filtered.length > limit && (
                <Button onClick={() => setLimit(limit + PAGE)}>
                  {text.more(Math.min(PAGE, filtered.length - limit))}
                </Button>
              )}
            </div>
          </Card>
        </>
      )}
      <div className={styles.buttons}>
        <Button reason={whyNotExport} onClick={() => save('csv')}>
          {text.exportCsv}
        </Button>
        <Button reason={whyNotExport} onClick={() => save('json')}>
          {text.exportJson}
        </Button>
        {children}
      </div>
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
  const anyOption = { value: '' as const, label: text.any }
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
        options={[anyOption, ...entryKinds.map((kind) => ({ value: kind, label: activityKindText[kind] }))]}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <SelectField
        label={text.result}
        value={filter.result}
        options={[
          anyOption,
          ...results.map((result) => ({ value: result, label: activityResultText[result] })),
        ]}
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

/** Shortens UUIDs to 7 characters. */
const shortened = (page: string) => page.replace(/[0-9a-f]{32,}/g, (uuid) => uuid.slice(0, 7))

interface EntryRowProps {
  entry: Entry
  names: TargetNames
  /** The author; undefined if the column is hidden. */
  who: string | undefined
  undo: Undo | undefined
}

function EntryRow({ entry, names, who, undo }: EntryRowProps) {
  return (
    <tr>
      <td data-label={text.columns.when}>
        <RelativeTime at={entry.at} />
      </td>
      {who !== undefined && (
        <td data-label={text.columns.who} className={styles.what}>
          {who}
        </td>
      )}
      <th scope="row" className={styles.what}>
        {activityText(entry)}
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
      {undo !== undefined && (
        <>
          <td data-label={text.columns.page} className={styles.what}>
            <Link to={entry.page}>{shortened(entry.page)}</Link>
          </td>
          <td data-label={text.columns.action}>
            <UndoCell what={activityText(entry)} {...undo} />
          </td>
        </>
      )}
    </tr>
  )
}

function UndoCell({ what, isUndone, whyNot, onUndo }: Undo & { what: string }) {
  if (isUndone) return text.undone
  return (
    <Button size="s" reason={whyNot} aria-label={undoText.named(what)} onClick={onUndo}>
      {undoText.undo}
    </Button>
  )
}

/** Targets named per row. */
const NAMED = 3

function Targets({ entry, names }: { entry: Entry; names: TargetNames }) {
  const [first] = entry.targets
  if (first === undefined) return targetText.none
  const sameKind = entry.targets.filter(({ kind }) => kind === first.kind)
  const visible = sameKind.slice(0, NAMED)
  const rest = Math.max(entry.count, sameKind.length) - visible.length
  return (
    <>
      {visible.map((target, at) => (
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
  // No link to a target that the platform no longer returns.
  if (target.kind === 'device') return uuid === undefined ? null : paths.device(uuid)
  if (!names.has(targetKey(target))) return null
  if (target.kind === 'fleet') return paths.fleet(target.id)
  return target.kind === 'organization' ? paths.organization(target.id) : null
}
