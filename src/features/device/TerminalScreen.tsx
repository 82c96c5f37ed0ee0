import { FitAddon } from '@xterm/addon-fit'
import { Terminal, type ITheme } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef } from 'react'
import type { TerminalTab, TerminalTabs } from './terminal-tabs.ts'
import styles from './TerminalScreen.module.css'

const FONT_SIZE = 13
const SCROLLBACK_LINES = 5_000

/** How the emulator is set up (spec 2 §9). */
export const terminalLook = { lineHeight: 1.4, letterSpacing: 1 }

interface TerminalScreenProps {
  tabs: TerminalTabs
  tab: TerminalTab
  /** Whether it is looked at: it then fits its place and takes the keyboard. */
  shown: boolean
  forScreenReader: boolean
  /** The person asked to leave by keyboard: F6. */
  onLeave: () => void
}

/** The emulator of one session. */
export function TerminalScreen({
  tabs,
  tab: { id, session },
  shown,
  forScreenReader,
  onLeave,
}: TerminalScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const emulator = useRef<{ terminal: Terminal; fit: () => void }>(null)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })

  useEffect(() => {
    const element = place.current
    if (!element) return
    const terminal = openEmulator(element)
    const fitting = new FitAddon()
    terminal.loadAddon(fitting)
    const fit = () => {
      // Out of sight it has no size; it fits again when it is shown.
      if (element.clientWidth > 0 && element.clientHeight > 0) fitting.fit()
    }
    emulator.current = { terminal, fit }
    terminal.attachCustomKeyEventHandler((event) => {
      if (event.key !== 'F6') return true
      if (event.type === 'keydown') leave.current()
      event.preventDefault()
      return false
    })
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
      terminal.dispose()
      emulator.current = null
    }
  }, [tabs, id, session])

  useEffect(() => {
    if (emulator.current) emulator.current.terminal.options.screenReaderMode = forScreenReader
  }, [forScreenReader])

  useEffect(() => {
    if (!shown) return
    emulator.current?.fit()
    emulator.current?.terminal.focus()
  }, [shown])

  return <div ref={place} className={styles.screen} />
}

function openEmulator(element: HTMLElement): Terminal {
  const look = getComputedStyle(element)
  const terminal = new Terminal({
    ...terminalLook,
    fontFamily: look.fontFamily,
    fontSize: FONT_SIZE,
    cursorBlink: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    scrollback: SCROLLBACK_LINES,
    theme: themeFrom(look),
  })
  terminal.open(element)
  return terminal
}

/** The emulator's colours, from the page's own. */
function themeFrom(look: CSSStyleDeclaration): ITheme {
  const token = (name: string) => look.getPropertyValue(name).trim()
  return {
    background: token('--term'),
    foreground: token('--term-ink'),
    cursor: token('--term-ink'),
    cursorAccent: token('--term'),
    selectionBackground: token('--term-dim'),
    selectionForeground: token('--term'),
    black: token('--term'),
    red: token('--term-red'),
    green: token('--term-green'),
    yellow: token('--term-yellow'),
    blue: token('--term-blue'),
    magenta: token('--term-purple'),
    cyan: token('--term-blue'),
    white: token('--term-ink'),
    brightBlack: token('--term-dim'),
    brightRed: token('--term-red'),
    brightGreen: token('--term-green'),
    brightYellow: token('--term-yellow'),
    brightBlue: token('--term-blue'),
    brightMagenta: token('--term-purple'),
    brightCyan: token('--term-blue'),
    brightWhite: '#ffffff',
  }
}
