import { FitAddon } from '@xterm/addon-fit'
import type { Terminal } from '@xterm/xterm'
import { useEffect, useRef } from 'react'
import { openBeside } from '@/lib/address.ts'
import { copyText } from '@/ui/CopyButton.tsx'
import { openEmulator } from './emulator.ts'
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
    now.current.onHandle(
      id,
      terminalHandle(terminal, (found) => now.current.onFound(found), isOpen),
    )
    terminal.onSelectionChange(() => now.current.onSelection(terminal.hasSelection()))
    terminal.attachCustomKeyEventHandler((event) => handleKey(event, terminal, () => now.current.onLeave()))
    terminal.onResize(({ cols, rows }) => tabs.resize(id, cols, rows))
    terminal.onData((text) => session.send(text))
    fit()
    tabs.resize(id, terminal.cols, terminal.rows)
    const detach = tabs.attach(id, (text) => terminal.write(text))
    const watch = new ResizeObserver(fit)
    watch.observe(element)
    return () => {
      watch.disconnect()
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
  terminal.loadAddon(new WebLinksAddon((_, address) => openBeside(address)))
}
