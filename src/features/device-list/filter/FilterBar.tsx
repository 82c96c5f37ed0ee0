import { IconFilterPlus, IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { queryText, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { chipWords } from '@/domain/device/query/query-words.ts'
import {
  isFiltered,
  type ChangeDeviceList,
  type DeviceListState,
} from '@/features/device-list/data/device-list-state.ts'
import { fleetTagsQuery } from '@/features/device-list/data/devices.queries.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Chip } from '@/ui/form/Chip.tsx'
import { WatchButton } from '@/widgets/watches/WatchButton.tsx'
import { AttentionToggle, FiltersMenu } from './FiltersMenu.tsx'
import {
  normalizedQuery,
  chipTerms,
  queryNarrowing,
  searchedText,
  fullQuery,
  withSearch,
  withTerm,
} from './query-state.ts'
import { QueryField } from './QueryField.tsx'
import styles from '@/features/device-list/DevicesToolbar.module.css'

const ConditionDialog = lazy(() =>
  import('./ConditionDialog.tsx').then((loaded) => ({ default: loaded.ConditionDialog })),
)

export interface FilterBarProps {
  fleetId: number
  fleetName: string
  state: DeviceListState
  /** Everything but the search is in a menu. */
  isNarrow: boolean
  /** Rendered at the end of the row. */
  trailing: ReactNode
  onChange: ChangeDeviceList
}

const noTags: ReadonlyMap<string, readonly string[]> = new Map()

/** The filters of the list: as chips with a search field, or as one text. */
export function FilterBar({ fleetId, fleetName, state, isNarrow, trailing, onChange }: FilterBarProps) {
  const [asText, setAsText] = useState(false)
  const [editing, setEditing] = useState<{ term: DeviceQuery | undefined }>()
  // Suggestions are loaded on the first interaction with the bar.
  const [isEngaged, setEngaged] = useState(false)
  const { data: tags = noTags } = useQuery({ ...fleetTagsQuery(fleetId), enabled: isEngaged })
  const query = fullQuery(state)
  const known = { tagKeys: [...tags.keys()], tagValues: (key: string) => tags.get(key) ?? [] }
  const apply = (next: DeviceQuery | undefined, options?: { replace: boolean }) =>
    onChange(queryNarrowing(next), options)

  const bar = useRef<HTMLDivElement>(null)
  /** The pressed button is removed with the filter, so the focus moves to the search field. */
  const focusSearch = () => bar.current?.querySelector<HTMLElement>('[data-filter]')?.focus()
  const edit = (term: DeviceQuery) => (term.kind === 'condition' ? setEditing({ term }) : setAsText(true))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only detects that a control inside is about to be used
    <div
      ref={bar}
      className={styles.filterBar}
      role="search"
      onPointerEnter={() => setEngaged(true)}
      onFocus={() => setEngaged(true)}
    >
      <div className={styles.filters}>
        {asText ? (
          <QueryField
            key="text"
            live="queries"
            label={words.textLabel}
            placeholder={words.textHint}
            value={queryText(query)}
            known={known}
            onQuery={(next) => {
              apply(next, { replace: true })
              return queryText(normalizedQuery(next))
            }}
          />
        ) : (
          <QueryField
            key="words"
            live="words"
            label={devicesText.searchLabel}
            placeholder={devicesText.search}
            value={searchedText(query)}
            known={known}
            onQuery={(written) => {
              const next = withSearch(query, written)
              apply(next, { replace: true })
              return searchedText(normalizedQuery(next))
            }}
          />
        )}
        {isNarrow ? (
          <FiltersMenu
            fleetId={fleetId}
            state={state}
            asText={asText}
            onAdd={() => setEditing({ term: undefined })}
            onText={() => setAsText(!asText)}
            onChange={onChange}
          />
        ) : (
          <>
            <AttentionToggle fleetId={fleetId} pressed={state.status === 'attention'} onChange={onChange} />
            <Button
              icon={<IconFilterPlus size={16} aria-hidden="true" />}
              onClick={() => setEditing({ term: undefined })}
            >
              {words.add}
            </Button>
            <Button
              variant="quiet"
              aria-pressed={asText}
              icon={<IconForms size={16} aria-hidden="true" />}
              onClick={() => setAsText(!asText)}
            >
              {asText ? words.asChips : words.asText}
            </Button>
          </>
        )}
        <WatchButton
          subject={{
            of: 'list',
            fleet: { id: fleetId, name: fleetName },
            filter: queryText(query),
          }}
        />
        {trailing}
      </div>
      {isFiltered(state) && (
        <div className={styles.chips}>
          {!asText &&
            chipTerms(query).map((term) => {
              const { label, value } = chipWords(term)
              return (
                <Chip
                  key={queryText(term)}
                  label={label}
                  value={value}
                  onEdit={{ name: words.editChip(`${label} ${value}`), press: () => edit(term) }}
                  onRemove={() => {
                    apply(withTerm(query, term, undefined))
                    focusSearch()
                  }}
                />
              )
            })}
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              onChange({ text: '', status: undefined })
              focusSearch()
            }}
          >
            {devicesText.clearFilters}
          </Button>
        </div>
      )}
      {editing && (
        <Suspense fallback={null}>
          <ConditionDialog
            known={known}
            condition={editing.term?.kind === 'condition' ? editing.term : undefined}
            onClose={() => setEditing(undefined)}
            onApply={(term) => {
              setEditing(undefined)
              apply(withTerm(query, editing.term, term))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
