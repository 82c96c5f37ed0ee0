import type { SearchAddon } from '@xterm/addon-search'
import type { Terminal } from '@xterm/xterm'

/** State of a search: the 1-based number of the current match, 0 if there is none. */
export interface TerminalFound {
  nth: number
  count: number
}

/** Functions of an emulator used by the tools of the panel. */
export interface TerminalHandle {
  /** Moves to the next or previous match; a new search starts at the newest text. */
  find(words: string, step: 1 | -1): Promise<void>
  endSearch(): Promise<void>
  selection(): string
  paste(text: string): void
  focus(): void
}

// Highlights are drawn over the text and must keep it readable on the dark background.
const marks = {
  matchBackground: '#5c4a1c',
  matchOverviewRuler: '#f0b45a',
  activeMatchBackground: '#1f5fd6',
  activeMatchColorOverviewRuler: '#7cc4ff',
}

/** Creates the handle of an emulator. The search addon is loaded on first use. */
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
