import { FitAddon } from '@xterm/addon-fit'
import type { Terminal } from '@xterm/xterm'
import { useEffect, useRef } from 'react'
import { openInNewTab } from '@/lib/address.ts'
import { copyText } from '@/ui/display/CopyButton.tsx'
import { openEmulator } from './emulator.ts'
import { terminalHandle, type TerminalFound, type TerminalHandle } from './terminal-handle.ts'
import { pastedLines, pasteable } from './terminal-paste.ts'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import styles from './TerminalScreen.module.css'

interface TerminalScreenProps {
  tabs: TerminalTabs
  tab: TerminalTab
  /** Whether it is visible: it then fits its container and takes the focus. */
  shown: boolean
  forScreenReader: boolean
  /** Px. */
  fontSize: number
  /** The id of the text that says how to leave. */
  hint: string
  /** The user pressed F6 to leave the terminal. */
  onLeave: () => void
  /** Passes the handle for the tools of the panel, and null on unmount. */
  onHandle: (id: number, handle: TerminalHandle | null) => void
  onFound: (found: TerminalFound) => void
  onSelection: (something: boolean) => void
  /** Called before several lines are pasted; `paste` pastes them. */
  onPasteLines: (text: string, paste: () => void) => void
}

/** The terminal emulator of a session. */
export function TerminalScreen(props: TerminalScreenProps) {
  const { tabs, tab, shown, forScreenReader, fontSize } = props
  const { id, session } = tab
  const container = useRef<HTMLDivElement>(null)
  const emulator = useRef<{ terminal: Terminal; fit: () => void }>(null)
  const latestProps = useRef(props)
  useEffect(() => {
    latestProps.current = props
  })

  useEffect(() => {
    const element = container.current
    if (!element) return
    const terminal = openEmulator(element, { fontSize: latestProps.current.fontSize })
    const fitting = new FitAddon()
    terminal.loadAddon(fitting)
    const fit = () => {
      // Hidden terminals have no size; they are fitted when shown.
      if (element.clientWidth > 0 && element.clientHeight > 0) fitting.fit()
    }
    // Tab belongs to the shell.
    terminal.textarea?.setAttribute('aria-describedby', latestProps.current.hint)
    emulator.current = { terminal, fit }
    const isOpen = () => emulator.current?.terminal === terminal
    void openLinks(terminal, isOpen)
    const paste = (given: string) => {
      const text = pasteable(given)
      // Without bracketed paste the shell runs each line immediately.
      if (pastedLines(text).length > 1)
        latestProps.current.onPasteLines(text, () => isOpen() && terminal.paste(text))
      else terminal.paste(text)
    }
    const onPaste = (event: ClipboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      paste(event.clipboardData?.getData('text/plain') ?? '')
    }
    // Runs before the listeners of the emulator.
    element.addEventListener('paste', onPaste, { capture: true })
    latestProps.current.onHandle(
      id,
      terminalHandle(terminal, (found) => latestProps.current.onFound(found), isOpen, paste),
    )
    terminal.onSelectionChange(() => latestProps.current.onSelection(terminal.hasSelection()))
    terminal.attachCustomKeyEventHandler((event) =>
      handleKey(event, terminal, () => latestProps.current.onLeave()),
    )
    terminal.onResize(({ cols, rows }) => tabs.resize(id, cols, rows))
    terminal.onData((text) => session.send(text))
    fit()
    tabs.resize(id, terminal.cols, terminal.rows)
    const detach = tabs.attach(id, (text) => writeInChunks(terminal, text))
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => {
      watch.disconnect()
      element.removeEventListener('paste', onPaste, { capture: true })
      detach()
      emulator.current = null
      latestProps.current.onHandle(id, null)
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

  return <div ref={container} className={styles.screen} />
}

/** The emulator parses a chunk synchronously; splitting the text keeps the page responsive. */
const CHUNK = 32_768

function writeInChunks(terminal: Terminal, text: string) {
  for (let at = 0; at < text.length; at += CHUNK) terminal.write(text.slice(at, at + CHUNK))
}

/** False for keys not meant for the shell: F6 leaves, Ctrl+Shift+C copies, Ctrl+Shift+V pastes by the browser. */
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

/** Makes URLs in the text clickable; the opened page gets no referrer. */
async function openLinks(terminal: Terminal, isOpen: () => boolean) {
  const { WebLinksAddon } = await import('@xterm/addon-web-links')
  if (!isOpen()) return
  terminal.loadAddon(new WebLinksAddon((_, address) => openInNewTab(address)))
}
