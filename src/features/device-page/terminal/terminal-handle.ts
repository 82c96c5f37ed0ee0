import type { SearchAddon } from '@xterm/addon-search'
import type { Terminal } from '@xterm/xterm'

/** Where a search stands: the match's number from 1, 0 when it stands at none. */
export interface TerminalFound {
  nth: number
  count: number
}

/** What the panel's tools do with an emulator. */
export interface TerminalHandle {
  /** Goes to the next match, or the one before; new words begin at the newest text. */
  find(words: string, step: 1 | -1): Promise<void>
  endSearch(): Promise<void>
  selection(): string
  paste(text: string): void
  focus(): void
}

// Marks are drawn over the text; both keep it readable on the dark ground.
const marks = {
  matchBackground: '#5c4a1c',
  matchOverviewRuler: '#f0b45a',
  activeMatchBackground: '#1f5fd6',
  activeMatchColorOverviewRuler: '#7cc4ff',
}

/** The tools of an emulator. The search is loaded when somebody searches. */
export function terminalHandle(
  terminal: Terminal,
  onFound: (found: TerminalFound) => void,
  isOpen: () => boolean,
  paste: (text: string) => void,
): TerminalHandle {
  let loading: Promise<SearchAddon | null> | undefined
  const search = () => {
    loading ??= import('@xterm/addon-search').then(({ SearchAddon }) => {
      if (!isOpen()) return null
      const addon = new SearchAddon()
      terminal.loadAddon(addon)
      addon.onDidChangeResults(({ resultIndex, resultCount }) =>
        onFound({ nth: resultIndex + 1, count: resultCount }),
      )
      return addon
    })
    return loading
  }
  return {
    async find(words, step) {
      const addon = await search()
      if (addon === null || !isOpen()) return
      if (words === '') return addon.clearDecorations()
      if (step === 1) addon.findNext(words, { decorations: marks })
      else addon.findPrevious(words, { decorations: marks })
    },
    async endSearch() {
      if (loading === undefined) return
      const addon = await loading
      if (addon !== null && isOpen()) addon.clearDecorations()
    },
    selection: () => terminal.getSelection(),
    paste,
    focus: () => terminal.focus(),
  }
}
