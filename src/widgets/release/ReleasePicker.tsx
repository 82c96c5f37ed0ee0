import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { releaseLabel, shortId } from '@/domain/release/release-label.ts'
import {
  RELEASES_PER_PAGE,
  releasePickerQuery,
  type PickableRelease,
} from '@/domain/release/release-picker.queries.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { commonText } from '@/messages/common/common.ts'
import { releasePickerText as text } from '@/messages/operations/operations.ts'
import { RelativeTime } from '@/ui/display/RelativeTime.tsx'
import { Tag, TagList } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { ChoiceList } from '@/ui/form/ChoiceList.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { Pagination } from '@/ui/table/Pagination.tsx'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import styles from './ReleasePicker.module.css'

const TAGS_SHOWN = 2

export interface ReleasePickerProps {
  fleetId: number
  /** The selected release; null: none. */
  value: number | null
  onChange: (release: PickableRelease) => void
  /** The current release. It stays in the list even if it is invalidated (docs/decisions/product-rules.md, 18). */
  current?: number | null
  /** Why a release cannot be selected, besides being invalidated. */
  whyNot?: (release: PickableRelease) => string | undefined
}

/** Selects a release of a fleet, with a search by version and tag and 50 per page. Polled every 15 s. */
export function ReleasePicker({ fleetId, value, onChange, current = null, whyNot }: ReleasePickerProps) {
  const [search, setSearch] = useState({ text: '', page: 1 })
  const found = useQuery(releasePickerQuery({ fleetId, ...search, kept: current }))
  const { data } = found
  return (
    <div className={styles.picker}>
      <SearchField
        label={text.searchLabel}
        placeholder={text.search}
        value={search.text}
        isFilter={false}
        width="100%"
        onChange={(typed) => setSearch({ text: typed, page: 1 })}
      />
      {data === undefined ? (
        <QueryFallback query={found} failed={text.failed} compact lines={6} height={24} />
      ) : data.releases.length === 0 ? (
        <NoReleases searched={search.text !== ''} onClear={() => setSearch({ text: '', page: 1 })} />
      ) : (
        <ChoiceList
          label={text.label}
          value={value === null ? null : String(value)}
          onChange={(id) => {
            const release = data.releases.find((each) => String(each.id) === id)
            if (release) onChange(release)
          }}
          choices={data.releases.map((release) => ({
            value: String(release.id),
            label: releaseLabel(release),
            detail: (
              <>
                <code>{shortId(release.commit)}</code>, <RelativeTime at={release.created_at} />
              </>
            ),
            aside: <Marks release={release} />,
            reason: release.is_invalidated ? text.invalidated : whyNot?.(release),
          }))}
        />
      )}
      {data !== undefined && data.total > RELEASES_PER_PAGE && (
        <Pagination
          page={search.page}
          pageSize={RELEASES_PER_PAGE}
          total={data.total}
          onPage={(page) => setSearch({ ...search, page })}
        />
      )}
    </div>
  )
}

function Marks({ release }: { release: PickableRelease }) {
  return (
    <>
      {!release.is_final && <Tag>{text.draft}</Tag>}
      <TagList tags={tagValues(release.release_tag)} max={TAGS_SHOWN} label={releaseLabel(release)} />
    </>
  )
}

function NoReleases({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (!searched) return <EmptyState compact title={text.none} />
  return (
    <EmptyState
      compact
      answers
      title={text.noMatch}
      action={
        <Button size="s" onClick={onClear}>
          {commonText.clearFilter}
        </Button>
      }
    />
  )
}
