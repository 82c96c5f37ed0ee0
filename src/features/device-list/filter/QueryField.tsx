import { IconSearch, IconX } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { topTerms, type DeviceQuery } from '@/domain/device/query/device-query.ts'
import { parseQuery } from '@/domain/device/query/parse-query.ts'
import { problemText } from '@/domain/device/query/query-words.ts'
import { formatNumber } from '@/lib/format.ts'
import { commonText } from '@/messages/common/common.ts'
import { queryText as words } from '@/messages/device-list/device-query.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { suggest, withSuggestion, type KnownTexts } from './suggest.ts'
import { useDraftValue } from './use-draft-value.ts'
import styles from './QueryField.module.css'

/** Delay of a search, so that it waits until typing pauses. */
const SEARCH_PAUSE_MS = 300

export interface QueryFieldProps {
  label: string
  placeholder: string
  value: string
  /** What is applied during typing: only plain search words, or every complete query. */
  live: 'words' | 'queries'
  known: KnownTexts
  /** Applies a query and returns the resulting value. */
  onQuery: (query: DeviceQuery | undefined) => string
}

/**
 * A text field for filters. Suggestions follow the text; Enter applies it, and a text that is not a query is searched
 * for as is. Escape closes the suggestions, then clears the field.
 */
export function QueryField({ label, placeholder, value, live, known, onQuery }: QueryFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { typed, ...written } = useDraftValue(value, (text) => {
    const read = parseQuery(text)
    return onQuery(read.ok ? read.query : { kind: 'text', text: text.trim() })
  })
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(-1)
  const text = typed ?? value
  const parsed = parseQuery(text)
  const shown = caret === null || text === '' ? undefined : suggest(text, caret, known)
  const options = shown?.options ?? []

  const appliesLive = (next: string) => {
    const read = parseQuery(next)
    return read.ok && (live === 'queries' || topTerms(read.query).every(({ kind }) => kind === 'text'))
  }
  const write = (next: string, at: number | null) => {
    setCaret(at)
    setActive(-1)
    const pause = next.trim() === '' ? 0 : appliesLive(next) ? SEARCH_PAUSE_MS : undefined
    written.write(next, pause)
  }
  const close = () => {
    setCaret(null)
    setActive(-1)
  }
  const accept = (index: number) => {
    const option = options[index]
    if (shown === undefined || option === undefined) return
    const next = withSuggestion(text, shown, option)
    write(next.text, next.caret)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      const next = active + (key === 'ArrowDown' ? 1 : -1)
      setActive(next >= options.length ? -1 : next < -1 ? options.length - 1 : next)
    } else if (key === 'Enter') {
      event.preventDefault()
      if (active >= 0) return accept(active)
      close()
      written.apply(text)
      written.discard()
    } else if (key === 'Escape' && (caret !== null || text !== '')) {
      event.stopPropagation()
      if (options.length > 0) close()
      else write('', null)
    }
  }
  const problem = typed === null || parsed.ok || options.length > 0 ? undefined : parsed
  return (
    <div className={styles.whole} data-live={live}>
      <div className={styles.field} data-invalid={problem !== undefined || undefined}>
        <IconSearch size={16} aria-hidden="true" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem && `${id}-problem`}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          spellCheck={false}
          data-filter={true}
          onChange={({ target }) => write(target.value, target.selectionStart)}
          onBlur={() => {
            close()
            if (typed !== null && appliesLive(typed)) {
              written.apply(typed)
              written.discard()
            }
          }}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <IconButton
            size="s"
            label={commonText.clearFilter}
            icon={<IconX size={14} aria-hidden="true" />}
            onClick={() => {
              write('', null)
              input.current?.focus()
            }}
          />
        )}
      </div>
      <div
        id={`${id}-options`}
        role="listbox"
        aria-label={words.suggestions}
        className={styles.options}
        hidden={options.length === 0}
      >
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field accepts the active option
          <div
            key={`${option.kind} ${option.text}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => accept(index)}
          >
            <span className="mono">{option.text}</span>
            <span className={styles.kind}>{words.suggestionKinds[option.kind]}</span>
          </div>
        ))}
      </div>
      {problem && (
        <Status id={`${id}-problem`} className={styles.problem}>
          {words.problemAt(formatNumber(problem.at.from + 1), problemText(problem.problem))} {words.fallback}
        </Status>
      )}
    </div>
  )
}
