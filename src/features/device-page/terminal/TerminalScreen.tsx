import { FitAddon } from '@xterm/addon-fit'
import type { Terminal } from '@xterm/xterm'
import { useEffect, useRef } from 'react'
import { openInNewTab } from '@/lib/address.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { openEmulator } from './emulator.ts'
import { linesOf, pasteable } from './terminal-paste.ts'
import { terminalHandle, type TerminalFound, type TerminalHandle } from './terminal-handle.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import styles from './TerminalScreen.module.css'

interface TerminalScreenProps {
  tabs: TerminalTabs
  tab: TerminalTab
  /** Whether it is looked at: it then fits its place and takes the keyboard. */
  shown: boolean
  forScreenReader: boolean
  /** Of its letters, in px. */
  fontSize: number
  /** The person asked to leave by keyboard: F6. */
  onLeave: () => void
  /** Gives what the panel's tools need, and null when the emulator goes. */
  onHandle: (id: number, handle: TerminalHandle | null) => void
  onFound: (found: TerminalFound) => void
  onSelection: (something: boolean) => void
  /** Several lines are to be pasted: asks first, and calls `paste` when the person wants it. */
  onPasteLines: (text: string, paste: () => void) => void
}

/** The emulator of one session. */
export function TerminalScreen(props: TerminalScreenProps) {
  const { tabs, tab, shown, forScreenReader, fontSize } = props
  const { id, session } = tab
  const place = useRef<HTMLDivElement>(null)
  const emulator = useRef<{ terminal: Terminal; fit: () => void }>(null)
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })

  useEffect(() => {
    const element = place.current
    if (!element) return
    const terminal = openEmulator(element, { fontSize: now.current.fontSize })
    const fitting = new FitAddon()
    terminal.loadAddon(fitting)
    const fit = () => {
      // Out of sight it has no size; it fits again when it is shown.
      if (element.clientWidth > 0 && element.clientHeight > 0) fitting.fit()
    }
    emulator.current = { terminal, fit }
    const isOpen = () => emulator.current?.terminal === terminal
    void openLinks(terminal, isOpen)
    const paste = (given: string) => {
      const text = pasteable(given)
      // Each line would run at once where the shell does not tell pasting from typing.
      if (linesOf(text).length > 1) now.current.onPasteLines(text, () => isOpen() && terminal.paste(text))
      else terminal.paste(text)
    }
    const onPaste = (event: ClipboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    // Before the emulator's own listeners.
    element.addEventListener('paste', onPaste, { capture: true })
    now.current.onHandle(
      id,
      terminalHandle(terminal, (found) => now.current.onFound(found), isOpen, paste),
    )
    terminal.onSelectionChange(() => now.current.onSelection(terminal.hasSelection()))
    terminal.attachCustomKeyEventHandler((event) => handleKey(event, terminal, () => now.current.onLeave()))
    terminal.onResize(({ cols, rows }) => tabs.resize(id, cols, rows))
    terminal.onData((text) => session.send(text))
    fit()
    tabs.resize(id, terminal.cols, terminal.rows)
    const detach = tabs.attach(id, (text) => writeInPieces(terminal, text))
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => {
      watch.disconnect()
      element.removeEventListener('paste', onPaste, { capture: true })
      detach()
      emulator.current = null
      now.current.onHandle(id, null)
      terminal.dispose()
    }
  }, [tabs, id, session])

  useEffect(() => {
    if (emulator.current) emulator.current.terminal.options.screenReaderMode = forScreenReader
  }, [forScreenReader])

  useEffect(() => {
    if (!emulator.current) return
    emulator.current.terminal.options.fontSize = fontSize
    emulator.current.fit()
  }, [fontSize])

  useEffect(() => {
    if (!shown) return
    emulator.current?.fit()
    emulator.current?.terminal.focus()
  }, [shown])

  return <div ref={place} className={styles.screen} />
}

/** The emulator reads one piece without a pause; between two it lets the page breathe. */
const PIECE = 32_768

function writeInPieces(terminal: Terminal, text: string) {
  for (let at = 0; at < text.length; at += PIECE) terminal.write(text.slice(at, at + PIECE))
}

/** False keeps a key from the shell: F6 leaves; with Ctrl and Shift, C copies and V is left to the browser, which pastes. */
function handleKey(event: KeyboardEvent, terminal: Terminal, leave: () => void): boolean {
  const isClipboard = event.ctrlKey && event.shiftKey && !event.altKey && !event.metaKey
  if (isClipboard && event.code === 'KeyV') return false
  if (isClipboard && event.code === 'KeyC') {
    if (event.type === 'keydown' && terminal.hasSelection()) void copyText(terminal.getSelection())
    event.preventDefault()
    return false
  }
  if (event.key !== 'F6') return true
  if (event.type === 'keydown') leave()
  event.preventDefault()
  return false
}

/** Addresses in the text can be opened; the page that opens learns nothing of this one. */
async function openLinks(terminal: Terminal, isOpen: () => boolean) {
  const { WebLinksAddon } = await import('@xterm/addon-web-links')
  if (!isOpen()) return
  terminal.loadAddon(new WebLinksAddon((_, address) => openInNewTab(address)))
}
