import { IconChevronDown } from '@tabler/icons-react'
import { releaseStatusText, releasesText } from '@/messages/releases/releases.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { statusChoices, type ChangeReleaseList, type ReleaseListState } from './release-list-state.ts'
import styles from './ReleaseTable.module.css'

interface ReleaseFiltersProps {
  state: ReleaseListState
  onChange: ChangeReleaseList
}

/** Filters the list by text and status. */
export function ReleaseFilters({ state: { text, status }, onChange }: ReleaseFiltersProps) {
  return (
    <div className={styles.toolbar} role="search">
      <SearchField
        label={releasesText.searchLabel}
        placeholder={releasesText.search}
        value={text}
        width="min(280px, 100%)"
        onChange={(next) => onChange({ text: next }, { replace: true })}
      />
      <Menu
        align="start"
        groups={[
          {
            actions: [
              {
                label: releasesText.anyStatus,
                checked: status === undefined,
                onSelect: () => onChange({ status: undefined }),
              },
              ...statusChoices.map((each) => ({
                label: releaseStatusText[each],
                checked: each === status,
                onSelect: () => onChange({ status: each }),
              })),
            ],
          },
        ]}
        trigger={
          <Button className={styles.chip}>
            {releasesText.status} <b>{status === undefined ? releasesText.any : releaseStatusText[status]}</b>
            <IconChevronDown size={14} aria-hidden="true" />
          </Button>
        }
      />
    </div>
  )
}
