import { useState } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ChoiceList, type Choice, type ChoiceListProps } from './ChoiceList.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './SearchedChoices.module.css'

/** How many choices there must be before they can be searched. */
const SEARCHED_FROM = 8

export interface SearchedChoicesProps extends Omit<ChoiceListProps, 'choices'> {
  choices: readonly (Choice & { label: string; detail: string })[]
  /** Accessible name of the search. */
  searchLabel: string
  placeholder?: string
  noMatch: string
}

/** A choice among rows that are searched by their label and detail once there are many. */
export function SearchedChoices({
  choices,
  searchLabel,
  placeholder,
  noMatch,
  ...list
}: SearchedChoicesProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = choices.filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
  return (
    <div className={styles.choices}>
      {choices.length >= SEARCHED_FROM && (
        <SearchField
          label={searchLabel}
          {...(placeholder !== undefined && { placeholder })}
          value={search}
          isFilter={false}
          width="100%"
          onChange={setSearch}
        />
      )}
      {shown.length === 0 ? <EmptyState compact title={noMatch} /> : <ChoiceList choices={shown} {...list} />}
    </div>
  )
}
