import { useState } from 'react'
import { formatNumber } from '@/lib/format.ts'
import { panelText } from '@/messages/control-panel/simulator-panel.ts'
import type { ScenarioSummary } from '@/simulation/control-contract.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SearchField } from '@/ui/form/SearchField.tsx'
import { SelectField } from '@/ui/form/SelectField.tsx'
import styles from './ScenarioGallery.module.css'

export interface ScenarioGalleryProps {
  scenarios: readonly ScenarioSummary[]
  /** Name of the current scenario. */
  open: string
  chosen: string
  onChoose: (name: string) => void
}

const fits = ({ title, description, tags, name }: ScenarioSummary, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${title} ${description} ${name} ${tags.join(' ')}`.toLowerCase().includes(word))

/** The scenarios as selectable cards. */
export function ScenarioGallery({ scenarios, open, chosen, onChoose }: ScenarioGalleryProps) {
  const [words, setWords] = useState('')
  const [tag, setTag] = useState('')
  const tags = [...new Set(scenarios.flatMap((scenario) => scenario.tags))].toSorted()
  const shown = scenarios.filter(
    (scenario) => fits(scenario, words) && (tag === '' || scenario.tags.includes(tag)),
  )
  return (
    <div className={styles.gallery}>
      <div className={styles.filter}>
        <SearchField
          label={panelText.searchScenarios}
          value={words}
          onChange={setWords}
          isFilter={false}
          width="100%"
        />
        <SelectField
          label={panelText.tagFilter}
          hideLabel
          value={tag}
          options={[
            { value: '', label: panelText.allTags },
            ...tags.map((each) => ({ value: each, label: each })),
          ]}
          onChange={setTag}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          compact
          title={panelText.noScenario}
          action={
            <Button
              size="s"
              onClick={() => {
                setWords('')
                setTag('')
              }}
            >
              {panelText.clearSearch}
            </Button>
          }
        />
      ) : (
        <ul className={styles.cards} aria-label={panelText.scenarios}>
          {shown.map((scenario) => (
            <li key={scenario.name}>
              <ScenarioCard
                scenario={scenario}
                isOpen={scenario.name === open}
                isChosen={scenario.name === chosen}
                onChoose={() => onChoose(scenario.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ScenarioCard({
  scenario: { title, description, tags, devices },
  isOpen,
  isChosen,
  onChoose,
}: {
  scenario: ScenarioSummary
  isOpen: boolean
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.head}>
        <b>{title}</b>
        {isOpen && <Tag>{panelText.isOpen}</Tag>}
      </span>
      <span className={styles.sentence}>{description}</span>
      <span className={styles.facts}>{[panelText.about(formatNumber(devices)), ...tags].join(' · ')}</span>
    </button>
  )
}
