import { Modal } from '@mantine/core'
import {
  IconBolt,
  IconBook,
  IconBrightness,
  IconCpu,
  IconFile,
  IconLayoutGrid,
  IconSearch,
  type Icon,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { api } from '@/api/api.ts'
import { paletteText } from '@/messages/app/palette.ts'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Status } from '@/ui/feedback/Status.tsx'
import { usePaused } from '@/ui/form/use-paused.ts'
import { MantineFrame } from '@/ui/theme/MantineFrame.tsx'
import { moved, type PaletteEntry } from './palette-entries.ts'
import { usePaletteGroups, type PaletteActions } from './use-palette-groups.ts'
import '@/ui/theme/dialog.css'
import styles from './PaletteDialog.module.css'

export interface CommandPaletteProps extends PaletteActions {
  opened: boolean
  onClose: () => void
}

const TYPING_PAUSE_MS = 150

/** The palette dialog, loaded when it is first opened. */
export function PaletteDialog({ opened, onClose, ...actions }: CommandPaletteProps) {
  return (
    <MantineFrame>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size={600}
        yOffset="12vh"
        transitionProps={{ transition: 'fade', duration: 80 }}
        classNames={{ content: styles.content ?? '' }}
      >
        <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
        <Modal.Content aria-label={paletteText.title}>
          <Palette onClose={onClose} {...actions} />
        </Modal.Content>
      </Modal.Root>
    </MantineFrame>
  )
}

function Palette({ onClose, ...actions }: Omit<CommandPaletteProps, 'opened'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const text = usePaused(typed.trim(), TYPING_PAUSE_MS)
  const { groups, isSearching, failures } = usePaletteGroups(text, actions)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(active, entries.length - 1)
  const current = entries[at]
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.choose()
  }
  const move = (step: number) => {
    const next = moved(at, step, entries.length)
    const entry = entries[next]
    setActive(next)
    if (entry) document.getElementById(optionId(entry))?.scrollIntoView?.({ block: 'nearest' })
  }
  return (
    <div className={styles.palette}>
      <div className={styles.search}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-label={paletteText.title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={
            api().parties.docsSearch === null ? paletteText.placeholder : paletteText.placeholderDocs
          }
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={(event) => {
            const press = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => choose(current) }[
              event.key
            ]
            if (!press) return
            event.preventDefault()
            press()
          }}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={paletteText.results} className={styles.list}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={styles.groupTitle} aria-hidden="true">
              {group.title}
            </div>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                isActive={entry === current}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {failures.map(({ title, retry }) => (
        <ErrorState key={title} compact title={title} onRetry={() => void retry()} />
      ))}
      <Status className={entries.length === 0 && failures.length === 0 ? styles.nothing : 'visually-hidden'}>
        {statusText(text, entries.length, isSearching)}
      </Status>
      <Hints />
    </div>
  )
}

function Hints() {
  return (
    <footer className={styles.hints} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {paletteText.hints.move}
      </span>
      <span>
        <Kbd>↵</Kbd> {paletteText.hints.choose}
      </span>
      <span>
        <Kbd>Esc</Kbd> {paletteText.hints.close}
      </span>
    </footer>
  )
}

const icons: Record<PaletteEntry['kind'], Icon> = {
  page: IconFile,
  fleet: IconLayoutGrid,
  device: IconCpu,
  action: IconBolt,
  theme: IconBrightness,
  docs: IconBook,
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onChoose: () => void
}

function Option({ id, entry, isActive, onChoose }: OptionProps) {
  const EntryIcon = icons[entry.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox above has the keyboard
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onClick={onChoose}
    >
      <EntryIcon size={16} stroke={1.7} aria-hidden="true" />
      <span className={styles.label}>{entry.label}</span>
      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
    </div>
  )
}

function statusText(text: string, count: number, isSearching: boolean): string {
  if (isSearching) return paletteText.searching
  return count === 0 ? paletteText.nothing(text) : paletteText.found(count)
}
