import { Terminal, type ITheme } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { openInNewTab } from '@/lib/address.ts'
import { adoptingStyles, withAdoptedStyles } from '../adopted-styles.ts'

const SCROLLBACK_LINES = 5_000

/** How the emulator is set up. */
export const terminalLook = { lineHeight: 1.4, letterSpacing: 1 }

export interface EmulatorOptions {
  fontSize: number
  /** Takes no keys: for a recording. */
  readOnly?: boolean
}

/** A terminal emulator in an element, in the page's colours and the element's type. */
export function openEmulator(
  element: HTMLElement,
  { fontSize, readOnly = false }: EmulatorOptions,
): Terminal {
  const look = getComputedStyle(element)
  const terminal = new Terminal({
    ...terminalLook,
    fontFamily: look.fontFamily,
    fontSize,
    cursorBlink: !readOnly && !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    disableStdin: readOnly,
    scrollback: SCROLLBACK_LINES,
    theme: themeFrom(look),
    // Links that a program prints under words of its own (OSC 8); addresses that are no page of the web are not linked.
    linkHandler: { activate: (_, address) => openInNewTab(address), allowNonHttpProtocols: false },
    documentOverride: withAdoptedStyles(document),
    // Marks of a search are drawn by it.
    allowProposedApi: true,
  })
  // A part of it asks the page itself, whatever document it was given.
  adoptingStyles(document, () => terminal.open(element))
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
