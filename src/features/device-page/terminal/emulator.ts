import { Terminal, type ILinkHandler, type ITheme } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { adoptingStyles, withAdoptedStyles } from '@/features/device-page/adopted-styles.ts'
import { openInNewTab } from '@/lib/address.ts'

const SCROLLBACK_LINES = 5_000

/** Typography of the emulator. */
const terminalOptions = { lineHeight: 1.4, letterSpacing: 1 }

export interface EmulatorOptions {
  fontSize: number
  /** Ignores input, for replays. */
  readOnly?: boolean
}

/** Opens a terminal emulator in an element, with the colours of the page and the font of the element. */
export function openEmulator(
  element: HTMLElement,
  { fontSize, readOnly = false }: EmulatorOptions,
): Terminal {
  const style = getComputedStyle(element)
  const terminal = new Terminal({
    ...terminalOptions,
    fontFamily: style.fontFamily,
    fontSize,
    cursorBlink: !readOnly && !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    disableStdin: readOnly,
    scrollback: SCROLLBACK_LINES,
    theme: themeFrom(style),
    linkHandler: printedLinks(element),
    documentOverride: withAdoptedStyles(document),
    // Required for highlighting matches.
    allowProposedApi: true,
  })
  // Parts of the emulator ignore `documentOverride`.
  adoptingStyles(document, () => terminal.open(element))
  return terminal
}

/** Hyperlinks printed by programs (OSC 8), restricted to HTTP URLs. Their text may say anything, so the address is shown. */
const printedLinks = (element: HTMLElement): ILinkHandler => ({
  activate: (_, address) => openInNewTab(address),
  hover: (_, address) => element.setAttribute('title', address),
  leave: () => element.removeAttribute('title'),
  allowNonHttpProtocols: false,
})

/** Terminal colours from the design tokens of the page. */
function themeFrom(style: CSSStyleDeclaration): ITheme {
  const token = (name: string) => style.getPropertyValue(name).trim()
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
