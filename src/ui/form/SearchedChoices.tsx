import { useState } from 'react'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { ChoiceList, type Choice, type ChoiceListProps } from './ChoiceList.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './SearchedChoices.module.css'

/** The number of choices from which a search field is shown. */
const SEARCHED_FROM = 8

export interface SearchedChoicesProps extends Omit<ChoiceListProps, 'choices'> {
  choices: readonly (Choice & { label: string; detail: string })[]
  /** Accessible name of the search. */
  searchLabel: string
  placeholder?: string
  noMatch: string
}

/** A list of choices with a search by label and detail if there are many. */
export function SearchedChoices({
  choices,
  searchLabel,
  placeholder,
  noMatch,
  ...list
}: SearchedChoicesProps) {
  const [search, setSearch] = useState('')
  const lowerCase = search.trim().toLowerCase()
  const shown = choices.filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(lowerCase))
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
      {shown.length === 0 ? (
        <EmptyState compact answers title={noMatch} />
      ) : (
        <ChoiceList choices={shown} {...list} />
      )}
    </div>
  )
}
